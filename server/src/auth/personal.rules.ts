import type { Permission } from '@cartage/contract/endpoint'
import { personalMembers } from '@cartage/contract/resources/personal'

const personal: ReadonlySet<string> = new Set(personalMembers)

/** Whether a person may read personal data of drivers. */
export function readsPersonal({ permissions }: { readonly permissions: readonly Permission[] }): boolean {
  return permissions.includes('resource.personal')
}

/** A value as the caller may read it: complete, or without personal data of drivers. */
export function shownTo<Value>(caller: { readonly permissions: readonly Permission[] }, value: Value): Value {
  return readsPersonal(caller) ? value : withoutPersonal(value)
}

/**
 * A JSON value without personal data of drivers: those members are removed from every driver, and so are entries that
 * report a change of one.
 */
export function withoutPersonal<Value>(value: Value): Value {
  return strip(value, '') as Value
}

function strip(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.filter((entry) => !isPersonal(entry)).map((entry) => strip(entry, name))
  if (typeof value !== 'object' || value === null) return value
  const members = value as Readonly<Record<string, unknown>>
  const isDriver = name === 'driver' || members.resource_type === 'DRIVER' || members.type === 'DRIVER'
  const kept = Object.entries(members).filter(([member]) => !(isDriver && personal.has(member)))
  return Object.fromEntries(kept.map(([member, inner]) => [member, strip(inner, nameWithin(name, member))]))
}

/** Changes of a driver are under `before` and `after`. */
function nameWithin(name: string, member: string): string {
  return name === 'driver' && (member === 'before' || member === 'after') ? name : member
}

/** An entry such as `{path: 'resource_allocations[…].resource.phone_number', before, after}`. */
function isPersonal(entry: unknown): boolean {
  const path = (entry as { path?: unknown } | null)?.path
  if (typeof path !== 'string') return false
  const [, member] = /(?:^|\.)(?:resource|driver)\.([a-z_]+)/.exec(path) ?? []
  return member !== undefined && personal.has(member)
}
