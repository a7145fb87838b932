import type { ErrorItem } from '@cartage/contract/errors'
import { msg } from '@cartage/contract/message'
import { TenantSettings } from '@cartage/contract/tenants/app/tenant-settings'
import { z } from 'zod'
import { errorItem, Problem, sentenceOf } from '../../http/problem.ts'
import type { SettingKind, SettingValues } from '../settings/kinds.rules.ts'
import { kindLabel } from '../settings/labels.rules.ts'
import {
  createSeen,
  inOrder,
  type KindPlan,
  liveEntries,
  referenceFaults,
  settingIssues,
  type World,
} from '../settings/rules.ts'
import { pairEntries } from './pairing.rules.ts'

/** The whole configuration of a tenant, without ids: entries are distinguished by their codes. */
export interface ConfigFile {
  /** Version of the format. */
  cartage_config: 1
  /** Members that are left out stay as they are. */
  tenant?: Partial<TenantSettings> | undefined
  /** Per kind all live entries; a kind that is left out stays as it is. */
  settings?: Readonly<Partial<Record<string, readonly SettingValues[]>>> | undefined
}

/** What applying a file does. */
export interface ConfigPlan {
  readonly tenant: { readonly before: TenantSettings; readonly after: TenantSettings }
  readonly kinds: readonly KindPlan[]
}

/** One difference between a tenant and a file. */
export interface ConfigDifference {
  /** `tenant`, or the kind of setting. */
  readonly kind: string
  readonly action: 'added' | 'changed' | 'restored' | 'archived'
  /** What identifies the entry; null for the tenant itself. */
  readonly name: string | null
  /** Members that differ, or all of them where there is only one side. */
  readonly before: SettingValues | null
  readonly after: SettingValues | null
}

/** Most entries of one kind in a file. */
export const mostInFile = 2_000

/** The configuration as it is exported: kinds, entries and members in an order that depends on nothing else. */
export function exportConfig(kinds: readonly SettingKind[], tenant: TenantSettings, world: World): ConfigFile {
  const settings = kinds.map((kind): [string, SettingValues[]] => {
    const values = liveEntries(world, kind).map((entry) => tidy(kind, entry.values))
    return [kind.kind, inOrder(kind, values, (one) => one)]
  })
  return { cartage_config: 1, tenant: TenantSettings.parse(tenant), settings: Object.fromEntries(settings) }
}

/** Members in the order of the schema; an entry that is older than its schema stays as it is. */
function tidy(kind: SettingKind, values: SettingValues): SettingValues {
  const result = kind.schema.safeParse(values)
  return result.success ? result.data : values
}

/**
 * Checks a file and fills in what it leaves to defaults.
 * @throws Problem validation_failed with an item per fault
 */
export function readConfig(kinds: readonly SettingKind[], given: unknown): ConfigFile {
  const lists = kinds.map(({ kind, schema }) => [kind, z.array(schema).max(mostInFile).optional()])
  const schema = z.strictObject({
    cartage_config: z.literal(1),
    tenant: TenantSettings.partial().optional(),
    settings: z.strictObject(Object.fromEntries(lists)).optional(),
  })
  const result = schema.safeParse(given, { error: settingIssues })
  if (result.success) return result.data as ConfigFile
  throw configProblem(result.error.issues.map((issue) => errorItem(issue.path.join('.'), issue.message, issue.code)))
}

/**
 * The file with the live entries that it does not have, so that applying it only adds and changes. Where an entry of the
 * file is the one that may be marked, such as the default, the entry that was marked before gives the mark up.
 */
export function keepOthers(kinds: readonly SettingKind[], world: World, file: ConfigFile): ConfigFile {
  const settings = Object.fromEntries(
    kinds.flatMap((kind): [string, SettingValues[]][] => {
      const given = file.settings?.[kind.kind]
      if (!given) return []
      const { single } = kind
      const isTaken = single !== undefined && given.some((values) => values[single] === true)
      const others = pairEntries(kind, world, given, () => '').archive.map(({ values }) =>
        isTaken ? { ...values, [single]: false } : values,
      )
      return [[kind.kind, [...given, ...others]]]
    }),
  )
  return { ...file, ...(file.settings && { settings }) }
}

/**
 * What makes the tenant as the file says. What the file leaves out of a kind is archived, never deleted.
 * @param newId gives the ids of new entries
 * @throws Problem validation_failed when the outcome would contradict itself
 */
export function planConfig(
  kinds: readonly SettingKind[],
  tenant: TenantSettings,
  world: World,
  file: ConfigFile,
  newId: () => string,
): ConfigPlan {
  const plans = kinds.flatMap((kind) => {
    const given = file.settings?.[kind.kind]
    return given ? [pairEntries(kind, world, given, newId)] : []
  })
  const faults = faultsOf(kinds, outcome(kinds, world, file), world, file)
  if (faults.length > 0) throw configProblem(faults)
  return { tenant: { before: tenant, after: { ...tenant, ...file.tenant } }, kinds: plans }
}

/** The live entries there would be. */
function outcome(kinds: readonly SettingKind[], world: World, file: ConfigFile): World {
  return new Map(
    kinds.map((kind) => {
      const given = file.settings?.[kind.kind]
      if (!given) return [kind.kind, liveEntries(world, kind)]
      return [kind.kind, given.map((values) => ({ ...unwritten, values }))]
    }),
  )
}

const unwritten = { setting_id: '', is_archived: false, created_at: '', updated_at: '' }

function faultsOf(kinds: readonly SettingKind[], after: World, world: World, file: ConfigFile): ErrorItem[] {
  return kinds.flatMap((kind) => {
    const given = file.settings?.[kind.kind]
    const path = `settings.${kind.kind}`
    if (!given) return leftBehind(kind, world, after)
    const seen = createSeen(kind)
    const faults = given.flatMap((values, index) =>
      [...seen(values), ...referenceFaults(kind, values, after)].map((fault) => within(`${path}.${index}`, fault)),
    )
    return [...faults, ...singleFaults(kind, path, given)]
  })
}

/** Entries of a kind the file does not speak of that name something the file leaves out. */
function leftBehind(kind: SettingKind, world: World, after: World): ErrorItem[] {
  return liveEntries(world, kind).flatMap(({ values }) =>
    referenceFaults(kind, values, after).map((fault) => {
      const message = msg`${String(values.code)} of ${kindLabel(kind.kind)} ${sentenceOf(fault)}`
      return errorItem(`settings.${kind.kind}`, message, fault.detail)
    }),
  )
}

function singleFaults({ single }: SettingKind, path: string, given: readonly SettingValues[]): ErrorItem[] {
  if (single === undefined) return []
  const marked = given.filter((values) => values[single] === true).length
  if (marked === 1) return []
  return [errorItem(path, msg`must have exactly one entry with ${single}, but has ${marked}`, 'default_needed')]
}

function within(path: string, fault: ErrorItem): ErrorItem {
  return errorItem(`${path}.${fault.path}`, fault.message, fault.detail)
}

/** A sentence per fault, because anyone who wrote the file mends them all at once. */
function configProblem(errors: readonly ErrorItem[]): Problem {
  const most = 20
  const lines = errors.slice(0, most).map(({ path, message }) => `${path ?? 'The file'}: ${message}.`)
  const more = errors.length - lines.length
  const rest = more > 0 ? [`${more} more.`] : []
  return new Problem('validation_failed', { message: [...lines, ...rest].join('\n'), errors: errors.slice(0, 100) })
}
