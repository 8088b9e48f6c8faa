/** The edge of a player's pieces: black ones get a light edge, so that they show on dark ground too. */
const BLACK = 3
export const edge = (seat: number | string): string => (seat === BLACK ? '#efe6d2' : '#2a2019')
