import type { Emblem } from '../game'

export const emblem: Emblem = { icon: 'king', row: ['king', 'fish', 'flowers', 'coins', 'vegetable'] }
