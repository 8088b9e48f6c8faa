/** Phraya in words: what pieces are called, what moves do, what happened. */
import type { Notation, Preview } from '../../connection/wire'
import { amounts, nameOf } from '../../words/tell'
import { either, listed, say } from '../../words/words.svelte'
import type { Chip, Flight } from '../game'
import { partsOf, verbOf } from '../moves'
import { signed } from '../numbers'
import {
  type CardFace,
  type Event,
  type Good,
  GOODS,
  type Line,
  type Order,
  type Snapshot,
  type Stall,
  type View,
} from './types'

export const goodName = (good: string): string => nameOf('phraya', 'good', good)
export const cardName = (card: string): string => nameOf('phraya', 'card', card)
export const kindName = (kind: string): string => nameOf('phraya', 'kind', kind)

/** So much of something, e.g. of `coins` or `fish`. */
export const amount = (what: string, count: number): string => say(`phraya.amount.${what}`, { count })

export const orderWords = (order: Order): string =>
  say('phraya.order', {
    goods: amounts('phraya', order.goods as Record<string, number>),
    coins: amount('coins', order.coins),
    points: order.vp,
  })

export function stallLabel(stall: Stall, snapshot: Snapshot): string {
  const parts = [kindName(stall.kind), stall.stall.replace('-', ' ').split(' ')[0]]
  const { view } = snapshot
  if (GOODS.includes(stall.kind as Good)) {
    parts.push(amount('coins', view.prices[stall.kind as Good].price))
    parts.push(
      stall.owner === null ? say('phraya.unowned') : say('phraya.owned', { player: snapshot.seats[stall.owner].name }),
    )
  }
  if (stall.basket)
    parts.push(
      say('phraya.basket-tile', { goods: listed(stall.basket.goods.map(goodName)), price: stall.basket.price }),
    )
  if (stall.order) parts.push(orderWords(stall.order))
  return parts.join(' · ')
}

/** A channel with what lies beside it. */
export function sectionLabel(section: string, snapshot: Snapshot): string {
  const stalls = snapshot.view.stalls.filter((stall) => stall.stall.startsWith(section))
  return say('phraya.move.boat', { section, stalls: listed(stalls.map((stall) => kindName(stall.kind))) })
}

/** The stall on one side of the boat that acts. */
export function stallBeside(side: string, view: View): Stall {
  const section = view.decider === null ? null : view.seats[view.decider].section
  return view.stalls.find((stall) => stall.stall === `${section}-${side}`)!
}

export function moveLabel(move: Notation, snapshot: Snapshot): string {
  const { view } = snapshot
  const verb = verbOf(move)
  const [first, second, , favors] = partsOf(move)
  const good = verb === 'buy' || verb === 'sell' ? stallBeside(first, view).kind : first
  switch (verb) {
    case 'boat':
      return sectionLabel(first, snapshot)
    case 'stall':
      return say('phraya.move.stall', {
        stall: stallLabel(
          view.stalls.find((stall) => stall.stall === first)!,
          snapshot,
        ),
      })
    case 'card':
      return say('phraya.move.card', { card: cardName(first) })
    case 'merchant':
      return say('phraya.move.merchant', { goods: listed(first.split('-').map(goodName)) })
    case 'change':
      return say('phraya.move.change', { good: goodName(first) })
    case 'barge':
      return say('phraya.move.barge', { crossing: first })
    case 'give':
      return say('phraya.move.give', { good: goodName(first) })
    case 'flowers':
      return first === '0'
        ? say('phraya.move.keep-flowers')
        : say('phraya.move.flowers', { flowers: amount('flowers', Number(first)) })
    case 'buy':
      return say(favors ? 'phraya.move.buy-favor' : 'phraya.move.buy', {
        what: amount(good, Number(second)),
        favors: favors ? amount('favors', Number(favors)) : '',
      })
    case 'sell':
      return say('phraya.move.sell', { what: amount(good, Number(second)) })
    case 'basket':
      return say(second ? 'phraya.move.basket-favor' : 'phraya.move.basket', {
        goods: listed((stallBeside(first, view).basket?.goods ?? []).map(goodName)),
      })
    case 'rower':
      return say('phraya.move.rower', { price: second === 'favor' ? amount('favors', 1) : amount(second, 1) })
    case 'deliver':
      return say(second ? 'phraya.move.deliver-ignore' : 'phraya.move.deliver', {
        good: goodName(view.printed.cards[view.card ?? '']?.good ?? 'vegetable'),
      })
    case 'offer':
      return say(second ? 'phraya.move.offer-favor' : 'phraya.move.offer', { good: goodName(first) })
    case 'take':
      return say('phraya.move.take', {
        card: cardName(view.market[Number(first) - 1].card),
        price: amount(second, view.market[Number(first) - 1][second as 'coins' | 'flowers']),
      })
    case 'king':
      return say('phraya.move.king', { price: kingPrice(first, Number(second) - 1, view) })
    case 'refresh':
      return say('phraya.move.refresh', { card: cardName(view.market[0].card) })
    default:
      return say(`phraya.move.done.${snapshot.question?.key ?? 'action'}`)
  }
}

function kingPrice(row: string, column: number, view: View): string {
  const space = view.king[row as 'coins'][column]
  return space.goods ? listed(space.goods.map(goodName)) : amount(row, (space.coins ?? space.flowers)!)
}

/** A card in sentences. */
export function cardWords(face: CardFace): string[] {
  const lines: string[] = []
  if (face.recover) lines.push(recoverWords(face))
  if (face.merchant)
    lines.push(
      say('phraya.does.merchant', {
        steps: either(face.merchant.steps.map(String)),
        changes: listed(face.merchant.changes.map(signed)),
      }),
    )
  if (face.coins) lines.push(say('phraya.does.gain', { what: amount('coins', face.coins) }))
  if (face.flowers) lines.push(say('phraya.does.gain', { what: amount('flowers', face.flowers) }))
  if (face.barge) lines.push(say('phraya.does.barge', { steps: face.barge.steps, blessing: blessing(face) }))
  if (face.boat) lines.push(say('phraya.does.boat', { channels: amount('channels', face.boat) }))
  if (face.goods_for_flowers)
    lines.push(say('phraya.does.goods-for-flowers', { flowers: amount('flowers', face.goods_for_flowers) }))
  if (face.flowers_for_coins)
    lines.push(say('phraya.does.flowers-for-coins', { coins: amount('coins', face.flowers_for_coins) }))
  if (face.special) lines.push(say(`phraya.does.${face.special}`, specialNumbers(face)))
  return lines
}

/** What an endgame bonus brings its owner if the game ended now; nothing for other cards. */
export function bonusNow(card: string, snapshot: Snapshot, seat: number): string[] {
  if (!snapshot.view.printed.cards[card].special?.startsWith('score-')) return []
  const scored = snapshot.score[seat].find(({ key }) => key === 'cards')?.parts.find((part) => part.card === card)
  const points = typeof scored?.points === 'number' ? scored.points : 0
  return [say('phraya.bonus-now', { points: say('phraya.points', { count: points }) })]
}

const blessing = (face: CardFace): string =>
  face.barge!.blessing === 'coins' ? amount('coins', face.barge!.coins) : amount(`${face.barge!.blessing}s`, 1)

export const recoverWords = (face: CardFace): string =>
  say('phraya.effect.recover', { coins: amount('coins', face.recover ?? 0) })

export const specialWords = (face: CardFace): string => say(`phraya.special.${face.special}`, specialNumbers(face))

function specialNumbers({ numbers, good }: CardFace): Record<string, string | number> {
  const { points = 0, coins = 0, flowers = 0 } = numbers ?? {}
  return {
    good: good ? goodName(good) : '',
    points,
    coins: amount('coins', coins),
    flowers: amount('flowers', flowers),
  }
}

/** What a change of prices comes to: the prices of both goods before and after, as soon as that is known. */
export function priceWords(move: Notation, preview: Preview | undefined, snapshot: Snapshot): string {
  const results = priceResults(move, preview, snapshot.view)
  return results.length ? listed(results.map(priceResult)) : moveLabel(move, snapshot)
}

export function priceResults(move: Notation, preview: Preview | undefined, view: View): PriceResult[] {
  const first = partsOf(move)[0] as Good
  const other = view.merchant.split('-').find((good) => good !== first) as Good
  if (!preview) return []
  return [first, other].map((good) => {
    const before = view.prices[good].price
    return { good, before, after: Number(preview.changes[`prices/${good}/price`]?.[1] ?? before) }
  })
}

export const priceResult = ({ good, before, after }: PriceResult): string =>
  say(before === after ? 'phraya.price-stays' : 'phraya.price-result', { good: goodName(good), before, after })

interface PriceResult {
  good: Good
  before: number
  after: number
}

/** Trading and buying lie side by side: whoever means to trade at the stall beside the boat may buy it instead. */
export function slip(move: Notation, snapshot: Snapshot): string {
  const { view } = snapshot
  const [stall] = partsOf(move)
  if (verbOf(move) !== 'stall' || view.asked !== 'action' || view.decider === null) return ''
  const beside = view.seats[view.decider].section
  return beside && stall.startsWith(`${beside}-`) ? say('phraya.slip.stall') : ''
}

// what a move would do

const PURSE: Record<string, string> = {
  coins: 'coins',
  flowers: 'flowers',
  favors: 'favors',
  rowers: 'rowers',
  baskets: 'baskets',
  score: 'points',
}

export function chips(preview: Preview, snapshot: Snapshot): Chip[] {
  const found: Chip[] = []
  for (const [path, [before, after]] of Object.entries(preview.changes)) {
    const [where, who, what, which] = path.split('/')
    const numbers = typeof before === 'number' && typeof after === 'number'
    if (where === 'seats' && numbers) {
      const icon = what === 'goods' ? which : PURSE[what]
      const change = after - before
      if (icon) found.push({ icon, text: signed(change), tone: change > 0 ? 'gain' : 'cost', seat: Number(who) })
    } else if (where === 'prices' && what === 'price' && numbers) {
      found.push({ icon: who, text: say('phraya.price-change', { before, after }), tone: 'plain' })
    } else if (where === 'conditions' && after) {
      found.push({
        icon: who === 'tithe' ? 'king' : who === 'worship' ? 'temple' : 'stalls',
        text: say(`phraya.condition.${who}.met`),
        tone: 'plain',
      })
    } else if (where === 'ending' && after) {
      found.push({ icon: 'flag', text: say('table.ends-game'), tone: 'end' })
    }
  }
  if (preview.events.some((event) => event.key === 'last-round'))
    found.push({ icon: 'flag', text: say('phraya.last-round'), tone: 'end' })
  const { prices } = snapshot.view
  if (verbOf(preview.move) === 'merchant')
    for (const good of partsOf(preview.move)[0].split('-'))
      found.push({ icon: good, text: amount('coins', prices[good as Good].price), tone: 'plain' })
  const asked = snapshot.question?.seat
  /** Signs of the end first, then what is one's own, points last of that; then what it means for others. */
  const rank = ({ tone, seat, icon }: Chip) =>
    tone === 'end' ? 0 : seat === undefined ? 1 : seat !== asked ? 4 : icon === 'points' ? 3 : 2
  const ends = preview.changes.ending?.[1]
  return found
    .filter(({ seat, icon }) => !ends || seat === undefined || icon === 'points')
    .sort((a, b) => rank(a) - rank(b))
}

export function flights(event: Event, snapshot: Snapshot): Flight[] {
  const { seat, what = {}, good = '' } = event.values
  const { view } = snapshot
  const purse = `seat-${seat}`
  const boat = seat === undefined ? '' : `boat-${seat}`
  const fly = (from: string, to: string): Flight[] =>
    Object.entries(what).flatMap(([icon, count]) =>
      Array.from({ length: Math.min(count, 4) }, () => ({ icon, from, to })),
    )
  if (event.key === 'gain') return fly(view.asked === 'move' || view.card?.startsWith('barge') ? 'barge' : boat, purse)
  if (event.key === 'pay') return fly(purse, boat)
  if (event.key === 'buy') return fly(boat, purse)
  if (event.key === 'sell') return fly(purse, boat)
  if (event.key === 'king') return [{ icon: 'disks', from: purse, to: 'king-chart' }]
  if (event.key === 'offer') return [{ icon: good, from: purse, to: 'temple-chart' }]
  if (event.key === 'take') return [{ icon: 'cards', from: 'market', to: purse }]
  return []
}

export function touches({ key, values: { seat, stall } }: Event): string[] {
  if (key === 'stall') return [`stall-${stall}`]
  if (key === 'boat' || key === 'move') return [`boat-${seat}`]
  return { barge: ['barge'], king: ['king-chart'], offer: ['temple-chart'], take: ['market'] }[key] ?? []
}

export function explain(line: Line, seat: number, snapshot: Snapshot): { words: string; anchors: string[] } {
  const { view } = snapshot
  const { printed } = view
  const [group, what] = line.key.split(' ')
  const part = line.parts[0] ?? {}
  if (line.key === 'coins') {
    const sold = Object.entries(part['goods sold'] ?? {})
    const goods = sold.map(([good, coins]) =>
      say('phraya.why.sold', { good: goodName(good), coins: amount('coins', coins) }),
    )
    return {
      words: [say('phraya.why.coins', { coins: amount('coins', part.coins ?? 0) }), ...goods].join('; '),
      anchors: [`seat-${seat}`],
    }
  }
  if (line.key === 'temple sections') {
    const words = line.parts.map((section) => {
      const { disks = [] } = section
      const own = disks[seat]
      const most = Math.max(...disks)
      const leaders = disks.filter((each) => each === most).length
      if (!own) return say('phraya.why.no-disk', { section: section.section, points: section.penalty })
      if (own < most) return say('phraya.why.no-majority', { section: section.section })
      return say(leaders > 1 ? 'phraya.why.shared-majority' : 'phraya.why.majority', {
        section: section.section,
        points: section.majority,
        leaders,
      })
    })
    return { words: words.join('; '), anchors: ['temple-chart'] }
  }
  if (group === 'temple') {
    return {
      words: say('phraya.why.temple-row', {
        count: line.parts.length,
        points: printed.temple.points[what as Good],
        good: goodName(what),
      }),
      anchors: line.parts.map((disk) => `temple-${what}-${disk.column}`),
    }
  }
  if (line.key === 'king majority') {
    return {
      words: say('phraya.why.king-majority', {
        disks: part.disks?.[seat],
        all: part.disks?.join(' : '),
        ...printed.king,
      }),
      anchors: ['king-chart'],
    }
  }
  if (line.key === 'king sets') {
    return {
      words: say('phraya.why.king-sets', { set: printed.king.set }),
      anchors: line.parts.map((disk) => `king-${disk.row}-${disk.space}`),
    }
  }
  if (line.key === 'orders')
    return {
      words: say('phraya.why.orders', {
        count: line.parts.length,
        points: line.parts.map((order) => order.points).join(' + ') || '0',
      }),
      anchors: [],
    }
  if (line.key === 'cards')
    return {
      words:
        line.parts.map((card) => `${cardName(card.card ?? '')} ${card.points}`).join('; ') ||
        say('phraya.why.no-cards'),
      anchors: [],
    }
  if (group === 'stalls') {
    return {
      words: say('phraya.why.stalls', {
        all: part['stalls of all']?.join(' : '),
        good: goodName(what),
        first: printed.stalls.first[what as Good],
        second: printed.stalls.second[what as Good],
      }),
      anchors: (part.stalls ?? []).map((stall) => `stall-${stall}`),
    }
  }
  return { words: '', anchors: [] }
}
