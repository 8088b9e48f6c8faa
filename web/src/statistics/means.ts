/** How many games in a row a figure is taken over. */
const WINDOW = 10

/** After each game the mean of the last ten: sums of amounts by sums of weights, so that long games count for more. */
export function runningMean(values: [amount: number, weight: number][]): number[] {
  return values.map((_, index) => {
    const lately = values.slice(Math.max(0, index + 1 - WINDOW), index + 1)
    const [amount, weight] = lately.reduce(([a, w], [amount, weight]) => [a + amount, w + weight], [0, 0])
    return weight ? amount / weight : 0
  })
}
