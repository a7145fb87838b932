import type { PasskeyAnswer } from '@cartage/contract/auth/app/session'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { digestOf, isBehind, relyingPartyOf } from './rules.ts'
import { passkeyForUpdate, takeChallenge, updatePasskeyUsed } from './store.ts'
import { challengeIn, readAnswer } from './verify.gateway.ts'

/** The result for a passkey that was shown. `behind`: its counter went back, so there may be a copy of it. */
export type PasskeyOutcome = 'right' | 'wrong' | 'behind'

/** Uses the challenge of an answer up, whatever comes of it (PASSKEY-2); the challenge, undefined when it may not be answered. */
export async function useChallenge(ctx: Context, answer: PasskeyAnswer): Promise<string | undefined> {
  const challenge = challengeIn(answer.client_data)
  if (challenge === undefined) return undefined
  return (await takeChallenge(ctx, digestOf(challenge), null)) ? challenge : undefined
}

/**
 * Looks at a passkey of a person inside the transaction of a login (PASSKEY-3, PASSKEY-4); a right one is noted as used.
 * @param challenge what `useChallenge` gave
 */
export async function checkPasskey(
  ctx: Context,
  tx: Tx,
  userId: string,
  challenge: string | undefined,
  answer: PasskeyAnswer,
): Promise<PasskeyOutcome> {
  const party = relyingPartyOf(ctx.config.public_url)
  const passkey = await passkeyForUpdate(tx, userId, Buffer.from(answer.credential, 'base64url'))
  if (party === undefined || challenge === undefined || passkey === undefined) return 'wrong'
  const counter = await readAnswer(party, challenge, passkey.public_key, answer)
  if (counter === undefined) return 'wrong'
  if (isBehind(passkey.counter, counter)) return 'behind'
  await updatePasskeyUsed(tx, userId, passkey.passkey_id, counter)
  return 'right'
}
