import { type UserRole, userRoles } from '@cartage/contract/endpoint'
import { type Command, Option } from 'commander'
import { byOperator } from '../../audit/rules.ts'
import { createUser, resetPassword, resetSecondFactor } from '../../auth/users/commands.ts'
import { type Output, print, withContext, withJson } from '../command.ts'
import { tenantIdOf } from '../tenant-of.ts'

interface CreateOptions extends Output {
  name?: string
  role: UserRole
}

/** `cartage user …`. */
export function addUser(program: Command): void {
  const group = program.command('user').description('people who sign in to the web application')
  withJson(group.command('create <tenant> <email>'))
    .description('create a user with a random password, shown once')
    .option('--name <name>', 'name to show; the e-mail address when left out')
    .addOption(new Option('--role <role>', 'what the user may do').choices(userRoles).default('SUPER_ADMIN'))
    .action(async (slug: string, email: string, options: CreateOptions) => {
      const { role, name = email } = options
      const user = await withContext(async (ctx) =>
        createUser(ctx, await tenantIdOf(ctx, slug), byOperator, { email, name, role }),
      )
      print(options, { email: user.email, role, password: user.password }, passwordText(user))
    })
  withJson(group.command('reset <tenant> <email>'))
    .description('give a user a new random password and end all sessions of the user')
    .action(async (slug: string, email: string, options: Output) => {
      const user = await withContext(async (ctx) => resetPassword(ctx, await tenantIdOf(ctx, slug), byOperator, email))
      print(options, { email: user.email, password: user.password }, passwordText(user))
    })
  withJson(group.command('reset-second-factor <tenant> <email>'))
    .description('turn off the second factor of a user, for a lost phone, and end all sessions of the user')
    .action(async (slug: string, email: string, options: Output) => {
      const user = await withContext(async (ctx) =>
        resetSecondFactor(ctx, await tenantIdOf(ctx, slug), byOperator, email),
      )
      const text = user.was_on ? `The second factor of ${user.email} is off.` : `${user.email} had no second factor.`
      print(options, user, text)
    })
}

function passwordText(user: { email: string; password: string }): string {
  return `user      ${user.email}\npassword  ${user.password}\nThe password is shown only once.`
}
