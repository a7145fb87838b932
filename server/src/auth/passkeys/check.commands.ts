import type { PasskeyAnswer } from '@cartage/contract/auth/app/session'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { digestOf, isBehind, relyingPartyOf } from './rules.ts'
import { passkeyForUpdate, takeChallenge, updatePasskeyUsed } from './store.ts'
import { challengeIn, readAnswer } from './verify.gateway.ts'

/** Result of a passkey check. `behind`: its counter went back, so it may have been copied. */
export type PasskeyOutcome = 'right' | 'wrong' | 'behind'

/** Consumes the challenge of an answer, whatever the result (PASSKEY-2); undefined if it is not valid. */
export async function useChallenge(ctx: Context, answer: PasskeyAnswer): Promise<string | undefined> {
  const challenge = challengeIn(answer.client_data)
  if (challenge === undefined) return undefined
  return (await takeChallenge(ctx, digestOf(challenge), null)) ? challenge : undefined
}

/**
 * Checks a person's passkey inside the login transaction (PASSKEY-3, PASSKEY-4) and records the use of a correct one.
 * @param challenge result of `useChallenge`
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
