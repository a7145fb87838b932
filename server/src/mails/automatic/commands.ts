import {
  type AutomaticMailKind,
  automaticMailKinds,
  type DueMail,
  type MailChoice,
  type MailRule,
} from '@cartage/contract/mails/app/automatic'
import { type By, bySystem } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import { checkAddress } from '../../billing/sendings/rules.ts'
import { companiesById } from '../../companies/views.ts'
import type { Context } from '../../context.ts'
import { isUnavailable } from '../../db/failure.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { createRests } from '../../jobs/together.ts'
import { composeAutomatic, writeAutomaticMail } from '../letters/commands.ts'
import { loadMail, type Subject } from '../letters/load.commands.ts'
import { unsetRule } from './rules.ts'
import * as store from './store.ts'
import { type Cause, dueConfirmations, dueDelays, dueDispatches, type RuleNow } from './views.ts'

const dayMs = 24 * 3_600_000
const mostShown = 50

type BegunRule = Awaited<ReturnType<typeof store.listBegunRules>>[number]

/** One rule per kind: as set, else off. */
export async function readRules(tx: Tx): Promise<MailRule[]> {
  const set = await store.listRules(tx)
  return automaticMailKinds.map((kind) => set.find((one) => one.kind === kind) ?? unsetRule(kind))
}

/** Sets when an e-mail is sent automatically, from now on (MAIL-7). */
export async function setRule(ctx: Context, tx: Tx, by: By, rule: Omit<MailRule, 'begins_at'>): Promise<MailRule> {
  const { kind, is_on, origins, late_minutes } = rule
  const before = (await readRules(tx)).find((one) => one.kind === kind)!
  await store.writeRule(tx, rule, ctx.now())
  await recordChanges(tx, by, [
    {
      ...{ entity_type: 'mail_rule', entity_id: kind, action: 'updated' },
      before: { is_on: before.is_on, origins: before.origins, late_minutes: before.late_minutes },
      after: { is_on, origins, late_minutes },
    },
  ])
  if (is_on) tx.afterCommit(() => ctx.wake('mails'))
  return (await readRules(tx)).find((one) => one.kind === kind)!
}

/** One choice of a company for each kind. @throws Problem not_found */
export async function readChoices(tx: Tx, companyId: string): Promise<MailChoice[]> {
  const [companies, rows] = await Promise.all([companiesById(tx, [companyId]), store.listChoices(tx, companyId)])
  if (!companies.has(companyId)) throw new Problem('not_found')
  return automaticMailKinds.map((kind) => rows.find((one) => one.kind === kind) ?? { kind, is_on: null, address: null })
}

/**
 * Sets whether a company receives an e-mail automatically (MAIL-7).
 * @throws Problem not_found, validation_failed for an invalid address
 */
export async function setChoice(
  ctx: Context,
  tx: Tx,
  by: By,
  companyId: string,
  choice: MailChoice,
): Promise<MailChoice> {
  const address = choice.address || null
  if (address !== null) checkAddress('MAIL', address)
  const before = (await readChoices(tx, companyId)).find((one) => one.kind === choice.kind)!
  const after = { ...choice, address }
  await store.writeChoice(tx, companyId, after)
  // Without a rule it begins with the first company that selects the e-mail.
  const rule = (await readRules(tx)).find((one) => one.kind === choice.kind)!
  if (choice.is_on === true && rule.begins_at === null) await store.writeRule(tx, rule, ctx.now())
  const member = `mail_${choice.kind.toLowerCase()}`
  const imageOf = ({ is_on, address }: MailChoice) => ({ [member]: { is_on, address } })
  await recordChanges(tx, by, [
    { entity_type: 'company', entity_id: companyId, action: 'updated', before: imageOf(before), after: imageOf(after) },
  ])
  return after
}

async function causesOf(tx: Tx, kind: AutomaticMailKind, rule: RuleNow): Promise<{ due: Cause[]; cleared: string[] }> {
  if (kind === 'DELAY') return await dueDelays(tx, rule)
  const due = kind === 'DISPATCH' ? await dueDispatches(tx, rule) : await dueConfirmations(tx, rule)
  return { due, cleared: [] }
}

/** E-mails that a rule would send for the last 24 hours and the current delays; nothing is sent. */
export async function previewRule(ctx: Context, tx: Tx, rule: Omit<MailRule, 'begins_at'>): Promise<DueMail[]> {
  const now = ctx.now()
  const { due } = await causesOf(tx, rule.kind, { ...rule, since: new Date(now.getTime() - dayMs), now })
  const shown: DueMail[] = []
  for (const cause of due.slice(0, mostShown)) {
    const subject = subjectOf(rule.kind, cause)
    try {
      const { about, company_name, address } = await loadMail(ctx, tx, subject, undefined)
      const { late_minutes, order_id, trip_id } = cause
      shown.push({
        kind: rule.kind,
        order_id,
        trip_id,
        about,
        company_name,
        address: cause.address ?? address,
        late_minutes,
      })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
    }
  }
  return shown
}

function subjectOf(kind: AutomaticMailKind, { order_id, trip_id, cause_id }: Cause): Subject {
  return { kind, order_id, trip_id, ...(kind === 'DELAY' && { stop_id: cause_id }) }
}

/**
 * Sends e-mails due by the rules and choices of a tenant (MAIL-7, MAIL-8). Each e-mail commits with its cause, so that
 * two processes, or one that is interrupted, never send twice for one cause. A failing rule does not stop the others,
 * and an e-mail that cannot be written is paused while the others continue (EACH-3).
 * @returns number of e-mails written
 */
export async function sendDueMails(ctx: Context, tenantId: string, rests = createRests(ctx, 'mails')): Promise<number> {
  const rules = await ctx.db.asTenant(tenantId, store.listBegunRules)
  let written = 0
  for (const rule of rules) {
    const due = await dueOf(ctx, tenantId, rule).catch((error: unknown) => {
      if (isUnavailable(error)) throw error
      const facts = { err: error, tenant_id: tenantId, kind: rule.kind }
      ctx.log.error(facts, 'a rule of e-mails could not be looked at and will be tried again')
      return []
    })
    const resting = new Set(rests.of(tenantId))
    for (const cause of due) {
      if (resting.has(cause.cause_id)) continue
      try {
        if (await sendDue(ctx, tenantId, rule, cause)) written += 1
        rests.done([cause.cause_id])
      } catch (error) {
        if (isUnavailable(error)) throw error
        rests.leave(tenantId, cause.cause_id, error)
      }
    }
  }
  return written
}

/** Causes due under one rule; marks delays that are over, so that a new delay sends a new e-mail. */
async function dueOf(ctx: Context, tenantId: string, rule: BegunRule): Promise<Cause[]> {
  const now = ctx.now()
  const { due, cleared } = await ctx.db.asTenant(tenantId, (tx) => causesOf(tx, rule.kind, { ...rule, now }))
  await ctx.db.asTenant(tenantId, (tx) => store.noteClearedDelays(tx, cleared))
  return due
}

/** Writes one due e-mail; false when another process has written it. */
async function sendDue(ctx: Context, tenantId: string, rule: BegunRule, cause: Cause): Promise<boolean> {
  const subject = subjectOf(rule.kind, cause)
  const text = await composeAutomatic(ctx, tenantId, subject)
  return await ctx.db.asTenant(tenantId, async (tx) => {
    if (!(await claim(tx, rule, cause))) return false
    await writeAutomaticMail(ctx, tx, bySystem, subject, text, cause.address)
    return true
  })
}

async function claim(tx: Tx, rule: Omit<MailRule, 'begins_at'>, cause: Cause): Promise<boolean> {
  const { cause_id, late_minutes } = cause
  if (await store.claimCause(tx, rule.kind, cause_id, late_minutes)) return true
  return rule.kind === 'DELAY' && (await store.claimDelayAgain(tx, cause_id, late_minutes!, rule.late_minutes))
}
