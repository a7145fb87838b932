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

/** The full configuration of a tenant, without ids: entries are identified by their codes. */
export interface ConfigFile {
  /** Version of the format. */
  cartage_config: 1
  /** Missing members are unchanged. */
  tenant?: Partial<TenantSettings> | undefined
  /** All active entries per kind; a missing kind is unchanged. */
  settings?: Readonly<Partial<Record<string, readonly SettingValues[]>>> | undefined
}

/** Changes that applying a file makes. */
export interface ConfigPlan {
  readonly tenant: { readonly before: TenantSettings; readonly after: TenantSettings }
  readonly kinds: readonly KindPlan[]
}

/** One difference between a tenant and a file. */
export interface ConfigDifference {
  /** `tenant`, or the kind of setting. */
  readonly kind: string
  readonly action: 'added' | 'changed' | 'restored' | 'archived'
  /** Identifies the entry; null for the tenant itself. */
  readonly name: string | null
  /** Members that differ, or all of them when only one side exists. */
  readonly before: SettingValues | null
  readonly after: SettingValues | null
}

/** Most entries of one kind in a file. */
export const mostInFile = 2_000

/** The configuration for export: kinds, entries and members in a deterministic order. */
export function exportConfig(kinds: readonly SettingKind[], tenant: TenantSettings, world: World): ConfigFile {
  const settings = kinds.map((kind): [string, SettingValues[]] => {
    const values = liveEntries(world, kind).map((entry) => tidy(kind, entry.values))
    return [kind.kind, inOrder(kind, values, (one) => one)]
  })
  return { cartage_config: 1, tenant: TenantSettings.parse(tenant), settings: Object.fromEntries(settings) }
}

/** Members in the order of the schema; an entry older than its schema is unchanged. */
function tidy(kind: SettingKind, values: SettingValues): SettingValues {
  const result = kind.schema.safeParse(values)
  return result.success ? result.data : values
}

/**
 * Validates a file and fills in defaults.
 * @throws Problem validation_failed with an item per error
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
 * Adds active entries missing from the file, so that applying it only adds and changes. When the file marks an entry as
 * the only one, such as the default, the previously marked entry loses the mark.
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
 * Plans the changes from tenant to file. Entries of a kind that are missing from the file are archived, never deleted.
 * @param newId generates the ids of new entries
 * @throws Problem validation_failed when the result would be inconsistent
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

/** Active entries after the change. */
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

/** Errors for entries of a kind missing from the file that refer to an entry the file removes. */
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

/** An item per error, because the author of the file corrects them all at once. */
function configProblem(errors: readonly ErrorItem[]): Problem {
  const most = 20
  const lines = errors.slice(0, most).map(({ path, message }) => `${path ?? 'The file'}: ${message}.`)
  const more = errors.length - lines.length
  const rest = more > 0 ? [`${more} more.`] : []
  return new Problem('validation_failed', { message: [...lines, ...rest].join('\n'), errors: errors.slice(0, 100) })
}
