import type { Context } from '../../context.ts'
import { withinGuesses } from '../sessions/login.commands.ts'
import type { Throttle } from '../sessions/throttle.store.ts'
import { isVouched } from '../sessions/views.ts'
import type { Asker } from './accounts.commands.ts'
import { isPassword } from './passwords.gateway.ts'
import { hasPassword, passwordAttempt, passwordWrong, signInAgain } from './rules.ts'
import { findUserById } from './views.ts'

/**
 * Makes sure that the person at the keyboard is the one who is signed in, because the browser may be unattended: by the password, and where
 * there is none by a provider that has just had the person prove who it is (SSO-11). Wrong passwords are counted.
 * @returns the address of the account
 * @throws Problem validation_failed; rate_limited
 */
export async function checkPresence(
  ctx: Context,
  throttle: Throttle,
  { tenantId, userId, sessionHash }: Asker,
  given: string | undefined,
): Promise<string> {
  const [user, vouched] = await ctx.db.asTenant(tenantId, (tx) =>
    Promise.all([findUserById(tx, userId), isVouched(tx, sessionHash)]),
  )
  if (user === undefined) throw passwordWrong()
  if (!hasPassword(user)) {
    if (!vouched) throw signInAgain()
    return user.email
  }
  await withinGuesses(ctx, throttle, passwordAttempt(userId), async () => {
    if (given === undefined || !(await isPassword(given, user.password_hash))) throw passwordWrong()
  })
  return user.email
}
