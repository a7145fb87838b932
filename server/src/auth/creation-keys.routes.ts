import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { watchCommits } from '../db/commits.ts'
import { CommitUnknown } from '../db/failure.ts'
import { errorItem, Problem } from '../http/problem.ts'
import type { Once, StoredResponse } from '../http/serve.ts'
import {
  type CreationKey,
  type FirstRequest,
  findFirstRequest,
  forgetOldKeys,
  insertCreationKey,
  keepAnswer,
  keepUnknown,
  releaseKey,
} from './creation-keys.store.ts'

/** How often, and for how long, a repeat looks whether the first request has its answer. */
const lookEveryMs = 50
const mostLooks = 200

/**
 * Runs what creates something once for each Idempotency-Key of a caller: a repeat within a day gets the first answer,
 * secrets included, and nothing is created again. While the first request runs, a repeat of a person waits for it and
 * one of an API client is refused at once. A first request that failed and wrote nothing gives its key back. One that
 * ended without an answer after it may have written (a crash, a connection lost in COMMIT, a failure after a commit of
 * its own) is never run again under its key: whether it created something can only be seen (ERR-6).
 */
export function createOnce(ctx: Context): Once {
  return async ({ endpoint, caller, request }, key, run) => {
    checkKey(key)
    const fingerprint = fingerprintOf(request)
    const creation: CreationKey = {
      caller_id: caller.id,
      idempotency_key: key,
      operation: endpoint.id,
      request_digest: ctx.vault.digest(fingerprint),
    }
    const isFirst = await ctx.db.asTenant(caller.tenantId, async (tx) => {
      await forgetOldKeys(tx)
      return await insertCreationKey(tx, creation)
    })
    if (isFirst) return { ...(await runFirst(ctx, caller.tenantId, creation, run)), isRepeat: false }
    const looks = caller.kind === 'user' ? mostLooks : 1
    const answer = await awaitFirst(ctx, caller.tenantId, { creation, fingerprint, looks })
    return { ...answer, isRepeat: true }
  }
}

async function runFirst(
  ctx: Context,
  tenantId: string,
  creation: CreationKey,
  run: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const { caller_id, idempotency_key } = creation
  const watch = { hasWritten: false }
  let answer: StoredResponse
  try {
    answer = await watchCommits(watch, run)
  } catch (error) {
    const end = watch.hasWritten || error instanceof CommitUnknown ? keepUnknown : releaseKey
    await ctx.db
      .asTenant(tenantId, (tx) => end(tx, caller_id, idempotency_key))
      // Without this the key stays taken as if the request still ran, and then as one without an answer.
      .catch((failure: unknown) => ctx.log.warn({ err: failure }, 'the end of a failed creation could not be noted'))
    throw error
  }
  const sealed = ctx.vault.seal(Buffer.from(written(answer)), placeOf(tenantId, creation))
  await ctx.db
    .asTenant(tenantId, (tx) => keepAnswer(tx, caller_id, idempotency_key, sealed))
    // It is created and answered; a repeat learns that its outcome has to be looked up.
    .catch((failure: unknown) => ctx.log.warn({ err: failure }, 'the answer to a creation could not be kept'))
  return answer
}

/** @throws Problem idempotency_key_reused, creation_running, creation_unknown */
async function awaitFirst(
  ctx: Context,
  tenantId: string,
  { creation, fingerprint, looks }: { creation: CreationKey; fingerprint: string; looks: number },
): Promise<StoredResponse> {
  const { caller_id, idempotency_key } = creation
  for (let look = 0; look < looks; look += 1) {
    if (look > 0) await sleep(lookEveryMs)
    const first = await ctx.db.asTenant(tenantId, (tx) => findFirstRequest(tx, caller_id, idempotency_key))
    // Refused while this one waited: anyone who sent both learns of the refusal from the first.
    if (first === undefined) break
    checkSame(ctx, first, creation, fingerprint)
    if (first.answer_sealed !== null) {
      return read(ctx.vault.open(first.answer_sealed, placeOf(tenantId, creation)).toString())
    }
    if (!first.may_still_run) throw new Problem('creation_unknown')
  }
  throw new Problem('creation_running', { headers: { 'retry-after': '1' } })
}

/**
 * Warnings are a line of ASCII between two line ends; an answer without them is its JSON alone, which begins with none.
 */
function written({ text, warnings }: StoredResponse): string {
  return warnings === undefined ? text : `\n${warnings}\n${text}`
}

function read(kept: string): StoredResponse {
  if (!kept.startsWith('\n')) return { text: kept }
  const end = kept.indexOf('\n', 1)
  return { warnings: kept.slice(1, end), text: kept.slice(end + 1) }
}

function checkSame(ctx: Context, first: FirstRequest, creation: CreationKey, fingerprint: string): void {
  const isSame = first.operation === creation.operation && ctx.vault.isDigest(fingerprint, first.request_digest)
  if (!isSame) throw new Problem('idempotency_key_reused')
}

function checkKey(key: string): void {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return
  const item = errorItem('Idempotency-Key', 'must have 1 to 255 characters', 'invalid_header')
  throw new Problem('validation_failed', { message: 'Idempotency-Key must have 1 to 255 characters', errors: [item] })
}

/** What the request says; a file that has not been read yet counts with its length. */
function fingerprintOf({ method, url, body, headers }: FastifyRequest): string {
  const content = Buffer.isBuffer(body) ? body.toString('base64') : String(headers['content-length'])
  return `${method} ${url} ${content}`
}

function placeOf(tenantId: string, { caller_id, idempotency_key }: CreationKey): string {
  return `${tenantId}|creation_key|answer_sealed|${caller_id} ${idempotency_key}`
}
