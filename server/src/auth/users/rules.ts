import { type UserRole, userRoles } from '@cartage/contract/endpoint'
import { msg, type Sentence } from '@cartage/contract/message'
import { errorItem, Problem } from '../../http/problem.ts'
import { placeOf } from '../../http/proxies.ts'
import { roleLabel, roleLabelsOf } from '../../http/role-labels.rules.ts'
import { type Attempt, accountKey, familiarPlace } from '../sessions/throttle.rules.ts'
import { isGuessable } from './guessable.rules.ts'

const shortest = 12
/** Milliseconds for which a failure counts at its address. */
const spanMs = 60_000

/** An address in its stored, comparable form. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

/**
 * @param context words around the account, such as its address and the organisation's name
 * @throws Problem validation_failed for a password that is short or easy to guess (SECRET-5)
 */
export function checkPassword(password: string, context: readonly string[], isCommon: (word: string) => boolean): void {
  if (password.length < shortest)
    throw invalid('password', msg`A password needs at least ${shortest} characters.`, 'short')
  if (isGuessable(password, isCommon, context)) {
    throw invalid('password', 'This password is too common. Choose another one.', 'common')
  }
}

/** @throws Problem validation_failed for an unknown role, a malformed address, or CUSTOMER without its company */
export function checkUser(user: { email: string; role: string; company_id: string | null }): UserRole {
  if (!/^[^\s@]+@[^\s@]+$/.test(user.email)) {
    throw invalid('email', msg`"${user.email}" is not an e-mail address.`, 'email_malformed')
  }
  const role = userRoles.find((known) => known === user.role)
  if (role === undefined) throw invalid('role', msg`The role must be one of ${userRoles.join(', ')}.`, 'role_unknown')
  return role
}

/** The Problem of a second user with the same address in one tenant. */
export function emailTaken(email: string): Problem {
  return invalid('email', msg`A user with the address ${email} already exists.`, 'email_taken')
}

/**
 * Logins: 10 failures a minute for an account from one address, 60 for an address, and growing waits for an account
 * that fails from many (TOKEN-5). Unknown accounts count like known ones.
 */
export function loginAttempt(email: string, address: string): Attempt {
  const place = placeOf(address)
  const keys = [
    { key: `login ${email.slice(0, 320)} ${place}`, allowed: 10, spanMs },
    { key: `logins ${place}`, allowed: 60, spanMs },
    accountKey(email),
  ]
  return { keys, familiar: familiarPlace(email, address) }
}

/** Second-factor codes: five wrong ones a minute for a user, from anywhere, then growing waits. */
export function codeAttempt(userId: string, familiar?: string): Attempt {
  return {
    ...(familiar !== undefined && { familiar }),
    keys: [{ key: `code ${userId}`, allowed: 5, spanMs }, accountKey(`code ${userId}`)],
  }
}

/** Current password of a signed-in user: five wrong ones a minute, then growing waits. */
export function passwordAttempt(userId: string): Attempt {
  return { keys: [{ key: `password ${userId}`, allowed: 5, spanMs }, accountKey(`password ${userId}`)] }
}

/** Mails to an e-mail address: one a minute, and ten a minute from one client address. */
export function resetAttempt(email: string, address: string): Attempt {
  return {
    keys: [
      { key: `reset ${email.slice(0, 320)}`, allowed: 1, spanMs },
      { key: `resets ${placeOf(address)}`, allowed: 10, spanMs },
    ],
  }
}

function invalid(path: string, message: Sentence, detail: string): Problem {
  return new Problem('validation_failed', { message, errors: [errorItem(path, message, detail)] })
}

/** A user after a change. */
interface Changed {
  role: UserRole
  company_id: string | null
  is_disabled: boolean
}

/**
 * At least one Super admin who can log in must remain, or the role could never be given again.
 * @param admins ids of the Super admins who can log in now
 * @throws Problem state_conflict (409)
 */
export function checkLastAdmin(admins: readonly string[], userId: string, after: Changed): void {
  if (after.role === 'SUPER_ADMIN' && !after.is_disabled) return
  if (!admins.includes(userId) || admins.some((admin) => admin !== userId)) return
  const message = 'This is the last Super admin who can sign in. Give another user that role first.'
  throw new Problem('state_conflict', { message })
}

/** External roles, which see only data of one company. */
const outsiders: readonly UserRole[] = ['CUSTOMER', 'SUBCONTRACTOR']

/** @throws Problem validation_failed if an external user has no company, or an internal one has one */
export function checkCompanyOf({ role, company_id }: Pick<Changed, 'role' | 'company_id'>): void {
  const needsOne = outsiders.includes(role)
  if (needsOne && company_id === null) {
    throw invalid('company_id', msg`The role ${roleLabel(role)} needs the company it belongs to.`, 'company_needed')
  }
  if (!needsOne && company_id !== null) {
    throw invalid(
      'company_id',
      msg`Only these roles belong to a company: ${roleLabelsOf(outsiders)}.`,
      'company_without_role',
    )
  }
}

/** Inputs that decide whether a user's password signs in. */
interface PasswordStanding {
  role: UserRole
  has_only_way: boolean
  password_hash: string
}

/**
 * SSO-6: where a provider is the only way to sign in, a Super admin's password still works, so an unavailable or
 * misconfigured provider locks no tenant out.
 */
export function takesPassword({ has_only_way, role }: Pick<PasswordStanding, 'role' | 'has_only_way'>): boolean {
  return !has_only_way || role === 'SUPER_ADMIN'
}

/** Whether a user has a password that signs in (SSO-11). */
export function hasPassword(user: PasswordStanding): boolean {
  return user.password_hash !== '' && takesPassword(user)
}

/**
 * The Problem of a user without a password and without a recent provider authentication (SSO-11). It is 422, because
 * the session itself is valid.
 */
export function signInAgain(): Problem {
  const message = 'You have no password here. Sign in again with your provider, and then do this within ten minutes.'
  return new Problem('validation_failed', {
    message,
    errors: [errorItem('current_password', message, 'sign_in_again')],
  })
}

/** The Problem of a wrong current password. It is 422, because the session itself is valid. */
export function passwordWrong(): Problem {
  return invalid('current_password', 'This is not your current password.', 'password_wrong')
}
