import type { AutomaticMailKind, MailRule } from '@cartage/contract/mails/app/automatic'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'

const selectRules = statement(
  'mails.list_rules',
  `select kind, is_on, origins, late_minutes, ${instant('begins_at')} as begins_at from mail_rule where tenant_id = $1`,
)

/** All stored rules. */
export async function listRules(tx: Tx): Promise<MailRule[]> {
  return await tx.query<MailRule>(selectRules)
}

// To the microsecond: events in the same second but before the rule do not count.
const selectBegun = statement(
  'mails.list_begun_rules',
  `select kind, is_on, origins, late_minutes, begins_at::text as since from mail_rule where tenant_id = $1 order by kind`,
)

/** A stored rule, with the moment it began. */
export type BegunRule = Omit<MailRule, 'begins_at'> & { since: string }

/** All stored rules, with the exact moments they began. */
export async function listBegunRules(tx: Tx): Promise<BegunRule[]> {
  return await tx.query<BegunRule>(selectBegun)
}

// Switching a rule on restarts it: no e-mails for events while it was off.
const upsertRule = statement(
  'mails.set_rule',
  `insert into mail_rule (tenant_id, kind, is_on, origins, late_minutes, begins_at) values ($1, $2, $3, $4, $5, $6)
   on conflict (tenant_id, kind) do update
      set is_on = excluded.is_on, origins = excluded.origins, late_minutes = excluded.late_minutes,
          updated_at = excluded.updated_at,
          begins_at = case when excluded.is_on and not mail_rule.is_on then excluded.begins_at else mail_rule.begins_at end`,
)

/** Writes a rule. */
export async function writeRule(tx: Tx, rule: Omit<MailRule, 'begins_at'>, now: Date): Promise<void> {
  const { kind, is_on, origins, late_minutes } = rule
  await tx.query(upsertRule, kind, is_on, origins, late_minutes, now)
}

/** A company's exception from the rule of a kind. */
export interface ChoiceRow {
  kind: AutomaticMailKind
  is_on: boolean | null
  address: string | null
}

const selectChoices = statement(
  'mails.list_choices',
  'select kind, is_on, address from mail_choice where tenant_id = $1 and company_id = $2',
)

/** The choices of a company. */
export async function listChoices(tx: Tx, companyId: string): Promise<ChoiceRow[]> {
  return await tx.query<ChoiceRow>(selectChoices, companyId)
}

const upsertChoice = statement(
  'mails.set_choice',
  `insert into mail_choice (tenant_id, company_id, kind, is_on, address) values ($1, $2, $3, $4, $5)
   on conflict (tenant_id, company_id, kind) do update
      set is_on = excluded.is_on, address = excluded.address, updated_at = excluded.updated_at`,
)
const deleteChoice = statement(
  'mails.delete_choice',
  'delete from mail_choice where tenant_id = $1 and company_id = $2 and kind = $3',
)

/** Writes a choice of a company; deletes it when it equals the default. */
export async function writeChoice(tx: Tx, companyId: string, { kind, is_on, address }: ChoiceRow): Promise<void> {
  if (is_on === null && address === null) await tx.query(deleteChoice, companyId, kind)
  else await tx.query(upsertChoice, companyId, kind, is_on, address)
}

const insertCause = statement(
  'mails.insert_cause',
  `insert into mail_cause (tenant_id, kind, cause_id, late_minutes) values ($1, $2, $3, $4)
   on conflict (tenant_id, kind, cause_id) do nothing returning cause_id`,
)

/** Claims a cause: true for the first claim, false for later ones. */
export async function claimCause(
  tx: Tx,
  kind: AutomaticMailKind,
  causeId: string,
  minutes: number | null,
): Promise<boolean> {
  return (await tx.query(insertCause, kind, causeId, minutes)).length > 0
}

// The condition is checked again under the row lock: only one of two processes updates the delay.
const growDelay = statement(
  'mails.grow_delay',
  `update mail_cause set late_minutes = $3, cleared_at = null
    where tenant_id = $1 and kind = 'DELAY' and cause_id = $2
      and (cleared_at is not null or late_minutes + $4 <= $3) returning cause_id`,
)

/** Claims a delay that grew by at least `least` minutes, or recurs. */
export async function claimDelayAgain(tx: Tx, stopId: string, minutes: number, least: number): Promise<boolean> {
  return (await tx.query(growDelay, stopId, minutes, least)).length > 0
}

const clearDelays = statement(
  'mails.clear_delays',
  `update mail_cause set cleared_at = now()
    where tenant_id = $1 and kind = 'DELAY' and cause_id = any ($2::uuid[]) and cleared_at is null`,
)

/** Marks delays as over: when they recur, new e-mails are sent. */
export async function noteClearedDelays(tx: Tx, stopIds: readonly string[]): Promise<void> {
  if (stopIds.length > 0) await tx.query(clearDelays, stopIds)
}
