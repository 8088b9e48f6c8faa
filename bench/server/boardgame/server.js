// boardgame.io's server with its in-memory storage: a game of the simplest rules whose state is as large as one of
// ours, by the number of its places (40 are like Floating Market, 190 like Phraya).
const { Server, Origins } = require("boardgame.io/server");

const PLACES = Number(process.argv[3]);

const Game = {
  name: "market",
  setup: ({ ctx }) => ({
    places: Array.from({ length: PLACES }, (_, place) => ({
      place, name: `place-${place}`, cost: place % 4, free: true, customers: Array(ctx.numPlayers).fill(0),
    })),
    seats: Array.from({ length: ctx.numPlayers }, () => ({ coins: 2, fruit: [], customers: 3 })),
  }),
  moves: {
    place: ({ G, ctx, events }, place) => {
      G.places[place].customers[Number(ctx.currentPlayer)] += 1;
      G.seats[Number(ctx.currentPlayer)].coins += 1;
      events.endTurn();
    },
  },
  playerView: ({ G }) => ({ ...G }),
  minPlayers: 4,
  maxPlayers: 4,
};

Server({ games: [Game], origins: [Origins.LOCALHOST, /./] }).run({ port: Number(process.argv[2]) });
