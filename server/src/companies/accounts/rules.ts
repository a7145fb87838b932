import { msg, type Sentence } from '@cartage/contract/message'
import { plainNumber } from '@cartage/contract/reading/fold'
import type { Actor } from '../../audit/rules.ts'
import type { Caller } from '../../http/caller.ts'

/** An entered bank account of a company that is not confirmed yet. */
export interface UnconfirmedAccount {
  /** Normalised by `plainNumber`. */
  readonly account: string
  readonly entered_by_kind: Actor['kind']
  readonly entered_by: string | null
  /** Name of the user who entered it; null when it was not a user, or the user was removed. */
  readonly entered_by_name: string | null
  /** Instant. */
  readonly entered_at: string
  /** Day in the time zone of the tenant. */
  readonly entered_on: string
  /** Whether another person may pay suppliers. */
  readonly has_other: boolean
}

/** COMP-13: whether this person entered the account and must leave its confirmation to someone who may do it. */
export function isLeftToOthers(entry: UnconfirmedAccount, by: Pick<Actor, 'kind' | 'id'>): boolean {
  return entry.has_other && entry.entered_by_kind === 'user' && by.kind === 'user' && entry.entered_by === by.id
}

/** Whether this person may confirm the account now (COMP-13). */
export function mayConfirm(entry: UnconfirmedAccount, caller: Pick<Caller, 'kind' | 'id' | 'permissions'>): boolean {
  const { kind, id, permissions } = caller
  return kind === 'user' && permissions.includes('purchase.pay') && !isLeftToOthers(entry, { kind, id })
}

/** COMP-12: why payments to an account of a company are not allowed; undefined when they are. */
export function faultOfAccount(account: string, unconfirmed: readonly UnconfirmedAccount[]): Sentence | undefined {
  const entry = unconfirmed.find((one) => one.account === plainNumber(account))
  if (entry === undefined) return undefined
  const { entered_by_name: name, entered_on: day, entered_by_kind } = entry
  if (entered_by_kind !== 'user' || name === null) {
    return msg`The account ${account} came into the company on ${day} and is not confirmed. Someone who may pay suppliers confirms it on the page of the company.`
  }
  return entry.has_other
    ? msg`${name} entered the account ${account} on ${day}, and it is not confirmed. Someone else who may pay suppliers confirms it on the page of the company.`
    : msg`${name} entered the account ${account} on ${day}, and it is not confirmed. Someone who may pay suppliers confirms it on the page of the company.`
}
