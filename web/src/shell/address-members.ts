/** Parses one search parameter. Invalid values become undefined, so that a broken link still opens its page. */
export type Member<Value extends string | number | boolean> = (given: unknown) => Value | undefined

/** Any text, including one typed as a bare number. */
export const text: Member<string> = (given) => {
  if (Number.isSafeInteger(given)) return String(given)
  return typeof given === 'string' ? given : undefined
}

export const flag: Member<boolean> = (given) => (typeof given === 'boolean' ? given : undefined)

export const wholeNumber: Member<number> = (given) => (Number.isSafeInteger(given) ? (given as number) : undefined)

/** One of these values. `former` maps spellings of older links to values. */
export function oneOf<const Value extends string | number | boolean>(
  values: readonly Value[],
  former: Readonly<Record<string, Value>> = {},
): Member<Value> {
  return (given) => {
    const isFormer = typeof given === 'string' && Object.hasOwn(former, given)
    return isFormer ? former[given] : values.find((value) => value === given)
  }
}

type Members = Record<string, Member<string | number | boolean>>

type Values<These extends Members> = {
  [Name in keyof These]?: ReturnType<These[Name]>
}

/** Validator for a page's search parameters. Unknown parameters are dropped. */
export function address<const These extends Members>(members: These) {
  const read = (given: Record<string, unknown>): Values<These> => {
    const values = Object.entries(members).map(([name, member]) => [name, member(given[name])])
    return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Values<These>
  }
  return Object.assign(read, { members: Object.keys(members) as (keyof These)[] })
}
