import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { CommitUnknown } from '../db/failure.ts'
import { errorItem, Problem } from '../http/problem.ts'
import type { FirstAnswer, Once } from '../http/serve.ts'
import {
  type CreationKey,
  type FirstRequest,
  findFirstRequest,
  forgetOldKeys,
  insertCreationKey,
  keepAnswer,
  releaseKey,
} from './creation-keys.store.ts'

/** How often, and for how long, a repeat looks whether the first request has its answer. */
const lookEveryMs = 50
const mostLooks = 200

/**
 * Runs what creates something once for each Idempotency-Key of a person: a repeat within a day waits for the first
 * answer and gets the same one, secrets included, and nothing is created again. A first request that was refused
 * changed nothing and gives its key back. One that ended without an answer (a crash, a connection lost in COMMIT) is
 * never run again under its key: whether it created something can only be seen.
 */
export function createOnce(ctx: Context): Once {
  return async ({ endpoint, caller, request }, key, run) => {
    checkKey(key)
    const creation: CreationKey = {
      user_id: caller.id,
      idempotency_key: key,
      operation: endpoint.id,
      request_digest: ctx.vault.digest(fingerprintOf(request)),
    }
    const isFirst = await ctx.db.asTenant(caller.tenantId, async (tx) => {
      await forgetOldKeys(tx)
      return await insertCreationKey(tx, creation)
    })
    if (isFirst) return { text: await runFirst(ctx, caller.tenantId, creation, run), isRepeat: false }
    return await awaitFirst(ctx, caller.tenantId, creation)
  }
}

async function runFirst(
  ctx: Context,
  tenantId: string,
  creation: CreationKey,
  run: () => Promise<string>,
): Promise<string> {
  const { user_id, idempotency_key } = creation
  let text: string
  try {
    text = await run()
  } catch (error) {
    if (!(error instanceof CommitUnknown)) {
      await ctx.db
        .asTenant(tenantId, (tx) => releaseKey(tx, user_id, idempotency_key))
        .catch((failure: unknown) => ctx.log.warn({ err: failure }, 'the key of a refused request is kept'))
    }
    throw error
  }
  const sealed = ctx.vault.seal(Buffer.from(text), placeOf(tenantId, creation))
  await ctx.db
    .asTenant(tenantId, (tx) => keepAnswer(tx, user_id, idempotency_key, sealed))
    // It is created and answered; a repeat learns that its outcome has to be looked up.
    .catch((failure: unknown) => ctx.log.warn({ err: failure }, 'the answer to a creation could not be kept'))
  return text
}

/** @throws Problem idempotency_key_reused, creation_running, creation_unknown */
async function awaitFirst(ctx: Context, tenantId: string, creation: CreationKey): Promise<FirstAnswer> {
  const { user_id, idempotency_key } = creation
  for (let look = 0; look < mostLooks; look += 1) {
    const first = await ctx.db.asTenant(tenantId, (tx) => findFirstRequest(tx, user_id, idempotency_key))
    // Refused while this one waited: whoever sent both learns of the refusal from the first.
    if (first === undefined) break
    checkSame(first, creation)
    if (first.answer_sealed !== null) {
      const text = ctx.vault.open(first.answer_sealed, placeOf(tenantId, creation)).toString()
      return { text, isRepeat: true }
    }
    if (!first.may_still_run) throw new Problem('creation_unknown')
    await sleep(lookEveryMs)
  }
  throw new Problem('creation_running', { headers: { 'retry-after': '1' } })
}

function checkSame(first: FirstRequest, creation: CreationKey): void {
  const isSame = first.operation === creation.operation && first.request_digest.equals(creation.request_digest)
  if (!isSame) throw new Problem('idempotency_key_reused')
}

function checkKey(key: string): void {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return
  const item = errorItem('Idempotency-Key', 'must have 1 to 255 characters', 'invalid_header')
  throw new Problem('validation_failed', { message: 'Idempotency-Key must have 1 to 255 characters', errors: [item] })
}

/** What the request says; a file that has not been read yet counts with its length. */
function fingerprintOf({ method, url, body, headers }: FastifyRequest): string {
  const said = Buffer.isBuffer(body) ? body.toString('base64') : String(headers['content-length'])
  return `${method} ${url} ${said}`
}

function placeOf(tenantId: string, { user_id, idempotency_key }: CreationKey): string {
  return `${tenantId}|creation_key|answer_sealed|${user_id} ${idempotency_key}`
}
