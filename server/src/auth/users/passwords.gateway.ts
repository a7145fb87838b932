import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Passwords } from '../../context.ts'

const derive = promisify(argon2)

/** argon2id, 19 MiB, two passes, one lane: 22 ms of one core (SECRET-2). */
const usualCost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltLength = 16
const tagLength = 32
/** Each takes 19 MiB and a thread. Further callers wait. */
const mostAtOnce = 4

let running = 0
const queue: (() => void)[] = []

/** Hashes passwords with the parameters above. Another cost is for tests that are not about passwords. */
export function createPasswords(cost = usualCost): Passwords {
  let unknownUser: Promise<string> | undefined
  return {
    hash: (password) => hashPassword(password, cost),
    ofUnknownUser() {
      unknownUser ??= hashPassword('nobody has this password', cost)
      return unknownUser
    },
  }
}

/** Hash in the usual argon2 notation, with parameters and salt. */
async function hashPassword(password: string, cost: typeof usualCost): Promise<string> {
  const salt = randomBytes(saltLength)
  const tag = await hash(password, salt, cost)
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

/** Whether the password matches the stored hash. An unreadable hash matches no password. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(stored)
  if (parts === null) return false
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number]
  const expected = Buffer.from(parts[5]!, 'base64')
  const tag = await hash(password, Buffer.from(parts[4]!, 'base64'), { memory, passes, parallelism })
  return tag.length === expected.length && timingSafeEqual(tag, expected)
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

async function hash(password: string, salt: Buffer, parameters: typeof usualCost): Promise<Buffer> {
  await enter()
  try {
    const tag = await derive('argon2id', { message: password.normalize('NFC'), nonce: salt, tagLength, ...parameters })
    return Buffer.from(tag as Uint8Array)
  } finally {
    leave()
  }
}

function enter(): Promise<void> {
  if (running < mostAtOnce) {
    running += 1
    return Promise.resolve()
  }
  return new Promise((admitted) => queue.push(admitted))
}

function leave(): void {
  const next = queue.shift()
  if (next) next()
  else running -= 1
}
