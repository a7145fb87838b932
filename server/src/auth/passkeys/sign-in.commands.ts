import type { PasskeyAnswer } from '@cartage/contract/auth/app/session'
import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { noteFailures, type Origin, startSession, tooMany } from '../sessions/login.commands.ts'
import type { Throttle } from '../sessions/throttle.store.ts'
import type { LiveSession } from '../sessions/views.ts'
import { takesPassword } from '../users/rules.ts'
import { findUserById } from '../users/views.ts'
import { checkPasskey, useChallenge } from './check.commands.ts'
import { passkeyAttempt, personOf, relyingParty } from './rules.ts'

/**
 * Opens a session with a passkey (PASSKEY-3), which counts as both factors because the device has verified the person.
 * All failures get the same answer. A counter that went back is audited (PASSKEY-4).
 * @throws Problem passkeys_off, passkey_refused; provider_required where a provider is the only way to sign in;
 * rate_limited after too many failures
 */
export async function signInWithPasskey(
  ctx: Context,
  throttle: Throttle,
  answer: PasskeyAnswer,
  origin: Origin,
): Promise<{ token: string; session: LiveSession }> {
  relyingParty(ctx.config)
  const handle = answer.user_handle ?? ''
  const counted = passkeyAttempt(handle, origin.address)
  const now = ctx.now().getTime()
  const wait = await throttle.begin(counted, now)
  if (wait !== undefined) throw tooMany(wait)
  const challenge = await useChallenge(ctx, answer)
  const person = personOf(handle)
  if (person === undefined) throw new Problem('passkey_refused')
  const user = await ctx.db.asTenant(person.tenantId, (tx) => findUserById(tx, person.userId))
  if (user === undefined) throw new Problem('passkey_refused')
  let isBehind = false
  try {
    const opened = await startSession(ctx, user, origin, 'passkey', async (tx) => {
      const outcome = await checkPasskey(ctx, tx, user.user_id, challenge, answer)
      isBehind = outcome === 'behind'
      if (outcome !== 'right') throw new Problem('passkey_refused')
      // SSO-6: leavers are disabled at the provider, and a passkey would bypass that.
      if (!takesPassword(user)) throw new Problem('provider_required')
      return true
    })
    await throttle.forgive(counted, now)
    return opened
  } catch (error) {
    if (error instanceof Problem && error.code === 'passkey_refused') {
      noteFailures(ctx, [user], origin, isBehind ? { passkey: 'counter went back' } : { passkey: 'refused' })
    }
    throw error
  }
}
