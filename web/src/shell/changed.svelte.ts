/** Marks the pieces that others changed since one's last move, until one moves. */
import { tick } from 'svelte'
import type { LiveTable } from '../connection/table.svelte'
import type { GameTable } from '../games/game'
import { sinceMine } from './since'

export function mark(table: LiveTable, game: GameTable): void {
  $effect(() => {
    const mine = table.asked !== null && !table.busy && table.looking === null
    const moves = mine ? sinceMine(table).flatMap((since) => since.moves) : []
    const anchors = new Set(moves.flatMap((made) => made.events.flatMap((event) => game.touches(event))))
    void tick().then(() => show(anchors))
    return () => show(new Set())
  })
}

function show(anchors: Set<string>): void {
  for (const piece of document.querySelectorAll('[data-anchor]'))
    piece.toggleAttribute('data-changed', anchors.has(piece.getAttribute('data-anchor')!))
}
