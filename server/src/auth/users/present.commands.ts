import type { Context } from '../../context.ts'
import { withinGuesses } from '../sessions/login.commands.ts'
import type { Throttle } from '../sessions/throttle.store.ts'
import { isVouched } from '../sessions/views.ts'
import type { Asker } from './accounts.commands.ts'
import { isPassword } from './passwords.gateway.ts'
import { hasPassword, passwordAttempt, passwordWrong, signInAgain } from './rules.ts'
import { findUserById } from './views.ts'

/**
 * Verifies that the person at the keyboard is the signed-in one, because the browser may be unattended: by password, or
 * without one by a recent provider authentication (SSO-11). Wrong passwords are counted.
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
