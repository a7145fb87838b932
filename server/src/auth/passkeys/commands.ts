import type { NewPasskey, PasskeyCreation, PasskeyRequest } from '@cartage/contract/auth/app/passkeys'
import { msg } from '@cartage/contract/message'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { createRecoveryCodes, type Person, storeRecoveryCodes } from '../second-factor/commands.ts'
import { settleSecondFactor } from '../second-factor/store.ts'
import { hasFactor } from '../second-factor/views.ts'
import { deleteOtherSessions, updateSessionProven } from '../sessions/store.ts'
import { sendNotice } from '../users/notices.commands.ts'
import { findAddressee } from '../users/views.ts'
import { askerOf, creationOptions, digestOf, handleOf, relyingParty, requestOptions } from './rules.ts'
import { deletePasskey, insertChallenge, insertPasskey, takeChallenge } from './store.ts'
import { challengeIn, readNewPasskey } from './verify.gateway.ts'
import { listCredentials, listPasskeys } from './views.ts'

/** Maximum passkeys per person. */
const most = 20

function newChallenge(ctx: Context): string {
  return ctx.randomBytes(32).toString('base64url')
}

/**
 * Begins to add a passkey. The caller has verified the password, where guesses are counted.
 * @throws Problem passkeys_off, not_found; state_conflict for too many
 */
export async function beginPasskey(ctx: Context, person: Person): Promise<PasskeyCreation> {
  const party = relyingParty(ctx.config)
  const [user, present] = await ctx.db.asTenant(person.tenantId, (tx) =>
    Promise.all([findAddressee(tx, person.userId), listCredentials(tx, person.userId)]),
  )
  if (user === undefined) throw new Problem('not_found')
  if (present.length >= most) {
    throw new Problem('state_conflict', { message: msg`You have ${most} passkeys. Remove one first.` })
  }
  const challenge = newChallenge(ctx)
  await insertChallenge(ctx, digestOf(challenge), askerOf(person))
  return creationOptions(party, { ...user, handle: handleOf(person) }, challenge, present)
}

/**
 * Adds a passkey that answers a challenge of the same person (PASSKEY-2). If it is the first second factor, recovery
 * codes are issued and other sessions end, as with an app (FACTOR-2).
 * @throws Problem passkeys_off; validation_failed for an answer that does not fit
 */
export async function addPasskey(
  ctx: Context,
  person: Person,
  by: By,
  given: { name: string; passkey: NewPasskey },
  sessionHash: Buffer,
): Promise<{ passkey_id: string; recovery_codes: string[] }> {
  const party = relyingParty(ctx.config)
  const challenge = challengeIn(given.passkey.client_data)
  const fits = challenge !== undefined && (await takeChallenge(ctx, digestOf(challenge), askerOf(person)))
  const key = fits ? await readNewPasskey(party, challenge, given.passkey) : undefined
  if (key === undefined) throw unfit()
  const passkey_id = ctx.newId()
  const codes = createRecoveryCodes(ctx)
  const isFirst = await ctx.db.asTenant(person.tenantId, async (tx) => {
    const hadOne = await hasFactor(tx, person.userId)
    if (!(await insertPasskey(tx, { ...key, passkey_id, user_id: person.userId, name: given.name }))) throw unfit()
    await updateSessionProven(tx, sessionHash)
    if (!hadOne) {
      await storeRecoveryCodes(ctx, tx, person, codes)
      await deleteOtherSessions(tx, person.userId, sessionHash)
    }
    const after = { passkey_id, passkey_name: given.name }
    await recordChanges(tx, by, [{ ...about(person), action: 'updated', before: null, after }])
    return !hadOne
  })
  sendNotice(ctx, person, 'PASSKEY_ADDED', given.name)
  return { passkey_id, recovery_codes: isFirst ? codes : [] }
}

function unfit(): Problem {
  const message = 'This passkey could not be added. Start again.'
  return new Problem('validation_failed', { message, errors: [errorItem('passkey', message, 'passkey_unfit')] })
}

function about({ userId }: Person) {
  return { entity_type: 'user', entity_id: userId }
}

/** @throws Problem not_found when the person has no such passkey */
export async function checkHasPasskey(ctx: Context, person: Person, passkeyId: string): Promise<void> {
  const items = await ctx.db.asTenant(person.tenantId, (tx) => listPasskeys(tx, person.userId))
  if (!items.some(({ passkey_id }) => passkey_id === passkeyId)) throw new Problem('not_found')
}

/**
 * Removes a passkey. The caller has verified the password.
 * @throws Problem not_found
 */
export async function removePasskey(ctx: Context, person: Person, by: By, passkeyId: string): Promise<void> {
  const name = await ctx.db.asTenant(person.tenantId, async (tx) => {
    const removed = await deletePasskey(tx, person.userId, passkeyId)
    if (removed === undefined) throw new Problem('not_found')
    await settleSecondFactor(tx, person.userId)
    const before = { passkey_id: passkeyId, passkey_name: removed }
    await recordChanges(tx, by, [{ ...about(person), action: 'updated', before, after: null }])
    return removed
  })
  sendNotice(ctx, person, 'PASSKEY_REMOVED', name)
}

/**
 * Begins a passkey sign-in. The answer identifies the person.
 * @throws Problem passkeys_off
 */
export async function beginPasskeySignIn(ctx: Context): Promise<PasskeyRequest> {
  const party = relyingParty(ctx.config)
  const challenge = newChallenge(ctx)
  await insertChallenge(ctx, digestOf(challenge), null)
  return requestOptions(party, challenge)
}
