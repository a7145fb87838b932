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

/** Polling interval and limit for a repeat that waits for the answer to the first request. */
const lookEveryMs = 50
const mostLooks = 200

/**
 * Runs a creating request once per caller and Idempotency-Key. A repeat within a day gets the first answer, secrets
 * included. While the first request runs, a person's repeat waits and an API client's repeat is refused at once. A
 * first request that failed without writing releases its key. One that may have written but has no answer (a crash, a
 * connection lost in COMMIT, a failure after its own commit) never runs again under its key: the caller has to look up
 * whether it created something (ERR-6).
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
      // Without this the key looks as if the request still ran, and later as one without an answer.
      .catch((failure: unknown) => ctx.log.warn({ err: failure }, 'the end of a failed creation could not be noted'))
    throw error
  }
  const sealed = ctx.vault.seal(Buffer.from(written(answer)), placeOf(tenantId, creation))
  await ctx.db
    .asTenant(tenantId, (tx) => keepAnswer(tx, caller_id, idempotency_key, sealed))
    // The record exists and the request was answered. A repeat is asked to look up the outcome.
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
    // The first request was refused while this one waited, so the caller gets the reason from its answer.
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
 * Warnings are an ASCII line between two line ends. Without warnings the answer is plain JSON, which never begins with
 * a line end.
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

/** Content of the request. An unread file counts by its length. */
function fingerprintOf({ method, url, body, headers }: FastifyRequest): string {
  const content = Buffer.isBuffer(body) ? body.toString('base64') : String(headers['content-length'])
  return `${method} ${url} ${content}`
}

function placeOf(tenantId: string, { caller_id, idempotency_key }: CreationKey): string {
  return `${tenantId}|creation_key|answer_sealed|${caller_id} ${idempotency_key}`
}
