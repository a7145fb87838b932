import { type UserRole, userRoles } from '@cartage/contract/endpoint'
import { type Sentence, said } from '@cartage/contract/said'
import { errorItem, Problem } from '../../http/problem.ts'
import { placeOf } from '../../http/proxies.ts'
import type { ThrottleKey } from '../sessions/throttle.rules.ts'

const shortest = 12

/** Long enough for the rule above and still among the first that an attacker tries. */
const common = new Set([
  '123456789012',
  '1234567890123',
  '12345678901234',
  '123456789123',
  '111111111111',
  '000000000000',
  'qwertyuiop12',
  'qwertyuiop123',
  'qwertyuiopas',
  'qwertyuiopasdf',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  'q1w2e3r4t5y6',
  'qwerty123456',
  'password1234',
  'password12345',
  'passwordpassword',
  'password123!',
  'p@ssw0rd1234',
  'welcome12345',
  'welcome123456',
  'administrator',
  'admin1234567',
  'adminadminadmin',
  'letmein12345',
  'iloveyou1234',
  'abcdefghijkl',
  'abcdefgh1234',
  'abc123456789',
  'changeme1234',
  'changemechangeme',
  'secretsecret',
  'sunshine1234',
  'football1234',
  'transport123',
  'transport1234',
])

/** An address as it is stored and compared. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** @throws Problem validation_failed for a password that is short, common or the address itself */
export function checkPassword(password: string, email: string): void {
  if (password.length < shortest)
    throw invalid('password', said`A password needs at least ${shortest} characters.`, 'short')
  const lower = password.toLowerCase()
  const isOneCharacter = new Set(lower).size < 3
  if (common.has(lower) || isOneCharacter || lower === normalEmail(email)) {
    throw invalid('password', 'This password is too common. Choose another one.', 'common')
  }
}

/** @throws Problem validation_failed for an unknown role, a malformed address, or CUSTOMER without its company */
export function checkUser(user: { email: string; role: string; company_id: string | null }): UserRole {
  if (!/^[^\s@]+@[^\s@]+$/.test(user.email)) {
    throw invalid('email', said`"${user.email}" is not an e-mail address.`, 'email_malformed')
  }
  const role = userRoles.find((known) => known === user.role)
  if (role === undefined) throw invalid('role', said`The role must be one of ${userRoles.join(', ')}.`, 'role_unknown')
  return role
}

/** The Problem of a second user with the same address in one tenant. */
export function emailTaken(email: string): Problem {
  return invalid('email', said`A user with the address ${email} already exists.`, 'email_taken')
}

/** Logins: 10 failures a minute for an account from one address, 60 for an address; no stranger locks an account. */
export function loginKeys(email: string, address: string): ThrottleKey[] {
  const place = placeOf(address)
  return [
    { key: `login ${email.slice(0, 320)} ${place}`, allowed: 10 },
    { key: `logins ${place}`, allowed: 60 },
  ]
}

/** Codes of the second factor: five wrong ones a minute for a user, from anywhere. */
export function codeKeys(userId: string): ThrottleKey[] {
  return [{ key: `code ${userId}`, allowed: 5 }]
}

/** Letters to an address: one a minute, and ten a minute from one place. */
export function resetKeys(email: string, address: string): ThrottleKey[] {
  return [
    { key: `reset ${email.slice(0, 320)}`, allowed: 1 },
    { key: `resets ${placeOf(address)}`, allowed: 10 },
  ]
}

function invalid(path: string, message: Sentence, detail: string): Problem {
  return new Problem('validation_failed', { message, errors: [errorItem(path, message, detail)] })
}

/** What a change of a user would make of it. */
interface Changed {
  role: UserRole
  company_id: string | null
  is_disabled: boolean
}

/**
 * Someone who can log in stays Super admin, or no one could ever make one again.
 * @param admins ids of the Super admins who can log in now
 * @throws Problem state_conflict (409)
 */
export function checkLastAdmin(admins: readonly string[], userId: string, after: Changed): void {
  if (after.role === 'SUPER_ADMIN' && !after.is_disabled) return
  if (!admins.includes(userId) || admins.some((admin) => admin !== userId)) return
  const message = 'This is the last Super admin who can sign in. Give another user that role first.'
  throw new Problem('state_conflict', { message })
}

/** Roles of people outside the company, who see what belongs to one company. */
const outsiders: readonly UserRole[] = ['CUSTOMER', 'SUBCONTRACTOR']

/** @throws Problem validation_failed when an outsider has no company, or someone else has one */
export function checkCompanyOf({ role, company_id }: Pick<Changed, 'role' | 'company_id'>): void {
  const needsOne = outsiders.includes(role)
  if (needsOne && company_id === null) {
    throw invalid('company_id', said`The role ${role} needs the company it belongs to.`, 'company_needed')
  }
  if (!needsOne && company_id !== null) {
    throw invalid('company_id', said`Only ${outsiders.join(' and ')} belong to a company.`, 'company_without_role')
  }
}

/** The Problem of a present password that is not right; 422, because the session itself is. */
export function passwordWrong(): Problem {
  return invalid('current_password', 'This is not your current password.', 'password_wrong')
}
