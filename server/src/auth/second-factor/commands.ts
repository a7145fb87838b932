import type { PasskeyAnswer } from '@cartage/contract/auth/app/session'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { checkPasskey } from '../passkeys/check.commands.ts'
import { deleteOtherSessions, updateSessionProven } from '../sessions/store.ts'
import { sendNotice } from '../users/notices.commands.ts'
import { enrolment, normalRecoveryCode, recoveryCodeOf, stepOfCode } from './rules.ts'
import {
  deleteCodeApp,
  deleteSecondFactor,
  insertSecondFactor,
  replaceRecoveryCodes,
  type SecondFactor,
  secondFactorForUpdate,
  takeRecoveryCode,
  updateSecondFactorStep,
} from './store.ts'
import { hasFactor } from './views.ts'

/** Length of a new secret in bytes, as RFC 4226 section 4 recommends. */
const secretBytes = 20
const recoveryCodes = 10

/** A user of a tenant. */
export interface Person {
  tenantId: string
  userId: string
}

/**
 * Creates an app secret for a person. Login does not require a code yet.
 * @throws Problem state_conflict (409) while a second factor is on
 */
export async function beginSecondFactor(
  ctx: Context,
  person: Person,
  labels: { email: string; tenant: string },
): Promise<{ secret: string; url: string }> {
  const secret = ctx.randomBytes(secretBytes)
  const sealed = ctx.vault.seal(secret, placeOf(person))
  const isKept = await ctx.db.asTenant(person.tenantId, (tx) => insertSecondFactor(tx, person.userId, sealed))
  if (!isKept)
    throw new Problem('state_conflict', { message: 'The second factor is on. Turn it off to set up another.' })
  return enrolment(secret, labels.email, labels.tenant)
}

/**
 * Turns the second factor on with the first correct code. The person's other sessions end, because they were opened
 * without it (FACTOR-2).
 * @returns ten recovery codes, shown only once
 * @throws Problem validation_failed for a wrong code; state_conflict when there is nothing to confirm
 */
export async function confirmSecondFactor(
  ctx: Context,
  person: Person,
  by: By,
  code: string,
  sessionHash: Buffer,
): Promise<string[]> {
  const codes = createRecoveryCodes(ctx)
  await ctx.db.asTenant(person.tenantId, async (tx) => {
    const factor = await secondFactorForUpdate(tx, person.userId)
    if (factor === undefined || factor.is_confirmed) {
      throw new Problem('state_conflict', {
        message: 'There is nothing to confirm. Set up the second factor first.',
      })
    }
    const step = stepIn(ctx, person, factor, code)
    if (step === undefined) throw codeWrong()
    await updateSecondFactorStep(tx, person.userId, step)
    await storeRecoveryCodes(ctx, tx, person, codes)
    await updateSessionProven(tx, sessionHash)
    await deleteOtherSessions(tx, person.userId, sessionHash)
    await noteFactor(tx, by, person.userId, true)
  })
  sendNotice(ctx, person, 'FACTOR_ON')
  return codes
}

/** Ten new recovery codes. */
export function createRecoveryCodes(ctx: Context): string[] {
  return Array.from({ length: recoveryCodes }, () => recoveryCodeOf(ctx.randomBytes(10)))
}

/** Replaces the recovery codes of a person. */
export async function storeRecoveryCodes(
  ctx: Context,
  tx: Tx,
  person: Person,
  codes: readonly string[],
): Promise<void> {
  const digests = codes.map((code) => ctx.vault.digest(normalRecoveryCode(code)))
  await replaceRecoveryCodes(tx, person.userId, digests)
}

/**
 * Issues new recovery codes and invalidates the old ones.
 * @param code proof of identity if the password has not been verified; it is used up
 * @returns ten codes, shown only once
 * @throws Problem state_conflict (409) while no second factor is on; validation_failed for a wrong code
 */
export async function renewRecoveryCodes(
  ctx: Context,
  person: Person,
  by: By,
  code: string | undefined,
): Promise<string[]> {
  const codes = createRecoveryCodes(ctx)
  await ctx.db.asTenant(person.tenantId, async (tx) => {
    if (!(await hasFactor(tx, person.userId))) {
      throw new Problem('state_conflict', { message: 'The second factor is off. Set it up to get recovery codes.' })
    }
    if (code !== undefined && (await checkSecondFactor(ctx, tx, person, { code })) !== 'proven') throw codeWrong()
    await storeRecoveryCodes(ctx, tx, person, codes)
    const about = { entity_type: 'user', entity_id: person.userId, action: 'rotated' } as const
    await recordChanges(tx, by, [{ ...about, before: null, after: { recovery_codes: codes.length } }])
  })
  return codes
}

function codeWrong(): Problem {
  const message = 'This code is wrong. Check the clock of your phone and enter the next code.'
  return new Problem('validation_failed', { message, errors: [errorItem('code', message, 'code_wrong')] })
}

/** Turns off a person's code app. Passkeys stay. */
export async function removeCodeApp(ctx: Context, person: Person, by: By): Promise<void> {
  await turnOff(ctx, person, by, deleteCodeApp)
}

/** Turns off a person's second factor, including passkeys. True if there was one. */
export async function removeSecondFactor(ctx: Context, person: Person, by: By): Promise<boolean> {
  return await turnOff(ctx, person, by, deleteSecondFactor)
}

async function turnOff(ctx: Context, person: Person, by: By, remove: typeof deleteCodeApp): Promise<boolean> {
  const wasOn = await ctx.db.asTenant(person.tenantId, async (tx) => {
    const wasThere = await remove(tx, person.userId)
    if (wasThere) await noteFactor(tx, by, person.userId, false)
    return wasThere
  })
  if (wasOn) sendNotice(ctx, person, 'FACTOR_OFF')
  return wasOn
}

async function noteFactor(tx: Tx, by: By, userId: string, isOn: boolean): Promise<void> {
  const about = { entity_type: 'user', entity_id: userId, action: 'updated' } as const
  const [before, after] = [{ has_second_factor: !isOn }, { has_second_factor: isOn }]
  await recordChanges(tx, by, [{ ...about, before, after }])
}

/** Result of the second-factor check at login. */
export type Shown = 'not needed' | 'proven' | 'lacking' | 'wrong'

/** Second factor given at login. */
export interface SecondFactorGiven {
  code?: string | undefined
  passkey?: { answer: PasskeyAnswer; challenge: string | undefined } | undefined
}

/** Checks the code or passkey of a login inside its transaction. A correct code is used up. */
export async function checkSecondFactor(
  ctx: Context,
  tx: Tx,
  person: Person,
  { code, passkey }: SecondFactorGiven,
): Promise<Shown> {
  const factor = await secondFactorForUpdate(tx, person.userId)
  if (!factor?.is_confirmed && !(await hasFactor(tx, person.userId))) return 'not needed'
  if (passkey !== undefined) {
    const outcome = await checkPasskey(ctx, tx, person.userId, passkey.challenge, passkey.answer)
    return outcome === 'right' ? 'proven' : 'wrong'
  }
  if (code === undefined) return 'lacking'
  const step = factor?.is_confirmed ? stepIn(ctx, person, factor, code) : undefined
  if (step !== undefined) {
    await updateSecondFactorStep(tx, person.userId, step)
    return 'proven'
  }
  return (await takeRecoveryCode(tx, person.userId, ctx.vault.digests(normalRecoveryCode(code)))) ? 'proven' : 'wrong'
}

function stepIn(ctx: Context, person: Person, factor: SecondFactor, code: string): number | undefined {
  const secret = ctx.vault.open(factor.secret_sealed, placeOf(person))
  return stepOfCode(secret, code, factor.used_step, ctx.now().getTime())
}

/** Binds the sealed secret to its row. */
function placeOf({ tenantId, userId }: Person): string {
  return `${tenantId}|second_factor|secret_sealed|${userId}`
}
