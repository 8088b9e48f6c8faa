import type { Emblem } from '../game'

export const emblem: Emblem = { icon: 'mango', row: ['mango', 'dice', 'rambutan', 'starfruit', 'papaya'] }
