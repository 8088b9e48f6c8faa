/** Texts that come in every language at once. */
import type { Said } from '../connection/wire'
import { language } from './words.svelte'

export const inWords = (said: Said): string => said[language()]
