import { type UserRole, userRoles } from '@cartage/contract/endpoint'
import { errorItem, Problem } from '../http/problem.ts'
import type { ThrottleKey } from './throttle.rules.ts'

const shortest = 12

/** Long enough for the rule above and still among the first that anybody tries. */
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
  if (password.length < shortest) throw refuse('password', `A password needs ${shortest} characters or more.`, 'short')
  const lower = password.toLowerCase()
  const isOneCharacter = new Set(lower).size < 3
  if (common.has(lower) || isOneCharacter || lower === normalEmail(email)) {
    throw refuse('password', 'This password is one of the first that others try. Choose another one.', 'common')
  }
}

/** @throws Problem validation_failed for an unknown role, a malformed address, or CUSTOMER without its company */
export function checkUser(user: { email: string; role: string; company_id: string | null }): UserRole {
  if (!/^[^\s@]+@[^\s@]+$/.test(user.email)) {
    throw refuse('email', `"${user.email}" is not an e-mail address.`, 'email_malformed')
  }
  const role = userRoles.find((known) => known === user.role)
  if (role === undefined) throw refuse('role', `The role must be one of ${userRoles.join(', ')}.`, 'role_unknown')
  return role
}

/** The Problem of a second user with the same address in one tenant. */
export function emailTaken(email: string): Problem {
  return refuse('email', `There is a user with the address ${email} already.`, 'email_taken')
}

/** Logins: 10 failures a minute for an account from one address, 60 for an address; no stranger locks an account. */
export function loginKeys(email: string, address: string): ThrottleKey[] {
  return [
    { key: `login ${email.slice(0, 320)} ${address}`, allowed: 10 },
    { key: `logins ${address}`, allowed: 60 },
  ]
}

function refuse(path: string, message: string, detail: string): Problem {
  return new Problem('validation_failed', { message, errors: [errorItem(path, message, detail)] })
}
