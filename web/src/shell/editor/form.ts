/** What a position of a game can say, from the JSON schema that the game gives: enough to draw a form for any game. */
import type { Values } from '../../connection/wire'

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
export type Draft = { [key: string]: Json }
export type Path = (string | number)[]
export type Names = Record<string, string[]>

/** What can stand in a place of a position. */
export interface Shape {
  type: 'integer' | 'boolean' | 'string' | 'array' | 'table' | 'object'
  nullable: boolean
  /** Of which kind its names are, or the keys of a table. */
  kind?: string
  /** A seat. */
  seat?: boolean
  min?: number
  max?: number
  /** A list in which places count; and what those are called. */
  ordered?: boolean
  places?: string
  least?: number
  most?: number
  /** Each name stands once in the fields of this group; names of the kind `own` once for each seat. */
  once?: string
  own?: string
  /** Worked out from the rest where it is left out. */
  follows?: boolean
  /** Of which kind the values of a table are. */
  values?: string
  /** What is in it. */
  inner?: Shape
  fields?: [string, Shape][]
}

type Schema = Values & {
  $ref?: string
  anyOf?: Schema[]
  type?: string
  items?: Schema
  additionalProperties?: Schema | false
  properties?: Record<string, Schema>
}

/** The shape that a schema describes. */
export function shapeOf(schema: Schema, parts: Record<string, Schema> = {}): Shape {
  if (schema.anyOf) {
    const inner = schema.anyOf.find((each) => each.type !== 'null')!
    return { ...shapeOf(inner, parts), nullable: schema.anyOf.some((each) => each.type === 'null') }
  }
  if (schema.$ref) return shapeOf(parts[schema.$ref.split('/').at(-1)!], parts)
  const said = {
    nullable: false,
    kind: (schema.kind as string) || undefined,
    seat: schema.seat as boolean | undefined,
    ordered: schema.ordered as boolean | undefined,
    places: schema.places as string | undefined,
    once: schema.once as string | undefined,
    own: schema.own as string | undefined,
    follows: schema.follows as boolean | undefined,
    values: schema.values as string | undefined,
    min: schema.minimum as number | undefined,
    max: schema.maximum as number | undefined,
    least: schema.minItems as number | undefined,
    most: schema.maxItems as number | undefined,
  }
  if (schema.type === 'array') return { ...said, type: 'array', inner: shapeOf(schema.items!, parts) }
  if (schema.properties) {
    const fields = Object.entries(schema.properties)
      .filter(([name]) => name !== 'seats_from')
      .map(([name, each]): [string, Shape] => [name, shapeOf(each, parts)])
    return { ...said, type: 'object', fields }
  }
  if (schema.type === 'object')
    return { ...said, type: 'table', inner: shapeOf(schema.additionalProperties as Schema, parts) }
  return { ...said, type: schema.type as 'integer' | 'boolean' | 'string' }
}

export const formOf = (schema: Values): Shape => shapeOf(schema as Schema, schema.$defs as Record<string, Schema>)

/** Something that can stand there, to begin with. */
export function plainValue(shape: Shape, names: Names): Json {
  switch (shape.type) {
    case 'boolean':
      return false
    case 'integer':
      return Math.max(0, shape.min ?? 0)
    case 'string':
      return names[shape.kind ?? '']?.[0] ?? ''
    case 'array':
      return []
    case 'table':
      return {}
    case 'object':
      return Object.fromEntries(
        shape.fields!.map(([name, each]) => [name, each.nullable ? null : plainValue(each, names)]),
      )
  }
}

export function valueAt(draft: Json | undefined, path: Path): Json | undefined {
  let here: Json | undefined = draft
  for (const step of path) {
    if (here === null || typeof here !== 'object') return undefined
    here = (here as Record<string | number, Json>)[step]
  }
  return here
}

/** The same position with another value in one place; without one, that place says nothing. */
export function withValue(draft: Draft, path: Path, value: Json | undefined): Draft {
  const copy = structuredClone(draft)
  let here: Record<string | number, Json> = copy
  for (const step of path.slice(0, -1)) {
    if (here[step] === null || typeof here[step] !== 'object') here[step] = {}
    here = here[step] as Record<string | number, Json>
  }
  const last = path.at(-1)!
  if (value === undefined) delete here[last]
  else here[last] = value
  return copy
}

/** All fields with their shapes, those of players once for each. */
function* fieldsOf(shape: Shape, draft: Json | undefined, path: Path = []): Generator<[Path, Shape]> {
  for (const [name, each] of shape.fields ?? []) {
    const here = [...path, name]
    yield [here, each]
    if (each.type === 'array' && each.inner?.fields) {
      const rows = valueAt(draft, here)
      if (Array.isArray(rows)) for (const index of rows.keys()) yield* fieldsOf(each.inner, draft, [...here, index])
    }
  }
}

const namesIn = (value: Json | undefined): string[] =>
  Array.isArray(value)
    ? value.filter((each) => typeof each === 'string')
    : value && typeof value === 'object'
      ? Object.values(value).filter((each) => typeof each === 'string')
      : []

function without(value: Json, names: Set<string>): Json {
  if (Array.isArray(value)) return value.filter((each) => !names.has(each as string))
  return Object.fromEntries(
    Object.entries(value as Draft).map(([key, each]) => [key, names.has(each as string) ? null : each]),
  )
}

/** A new value in a field. What stands in one place only leaves the place where it was; what is worked out from the
 *  rest stays so. */
export function changed(
  form: Shape,
  draft: Draft,
  path: Path,
  shape: Shape,
  value: Json | undefined,
  names: Names,
): Draft {
  const { once } = shape
  const follows = shape.follows && once !== undefined
  let next = follows ? draft : withValue(draft, path, value)
  if (once === undefined) return next
  const before = new Set(follows ? [] : namesIn(valueAt(draft, path)))
  const fresh = new Set(namesIn(value).filter((name) => !before.has(name)))
  const seat = path[0] === 'seats' ? path[1] : undefined
  for (const [other, each] of fieldsOf(form, draft)) {
    if (each.once !== once || other.join() === path.join()) continue
    const theirs = other[0] === 'seats' ? other[1] : undefined
    const own = names[each.own ?? ''] ?? []
    const leaving = new Set([...fresh].filter((name) => theirs === seat || !own.includes(name)))
    const there = valueAt(next, other)
    if (there && leaving.size && namesIn(there).some((name) => leaving.has(name)))
      next = withValue(next, other, without(there, leaving))
  }
  return next
}

/** A position without what is worked out from the rest. */
export function draftOf(form: Shape, position: Values): Draft {
  let draft = structuredClone(position) as Draft
  for (const [path, shape] of [...fieldsOf(form, draft)]) if (shape.follows) draft = withValue(draft, path, undefined)
  return draft
}
