/**
 * A text with its values: `{name}` is replaced, and `{0}` by the first of a list. A place without a value stays, and places in values
 * are left as they are.
 */
export function fill(text: string, values: Readonly<Record<string, string | number>> | readonly string[]): string {
  const members = new Map(Object.entries<string | number>(values))
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(members.get(name) ?? place))
}
