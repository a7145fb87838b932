import type { Context } from '../context.ts'
import type { Loop } from '../jobs/loop.ts'
import { batchLoop } from '../jobs/tenant-loop.ts'
import { deleteOldUsage } from './retention.store.ts'
import {
  emptyNotes,
  type JudgedRequest,
  type NotedRejection,
  noteRejection,
  noteRequest,
  type UsageNotes,
} from './rules.ts'
import { addUsage } from './store.ts'

/** Retention of counts and refusals in days. */
const retentionDays = 30
const batch = 5_000
const writeEveryMs = 5_000
const hourMs = 3_600_000

/** Usage counted in one process and not yet written, by tenant. */
export interface UsageBook {
  /** Counts one request, without a statement. */
  note(request: JudgedRequest): void
  /** Records one refused request, without a statement. */
  noteRefusal(refused: NotedRejection): void
  /** Writes the counts, one transaction per tenant. Counts that cannot be written are logged and lost. */
  write(): Promise<void>
}

const books = new WeakMap<Context, UsageBook>()

/** The usage book of this process. */
export function usageBook(ctx: Context): UsageBook {
  const known = books.get(ctx)
  if (known) return known
  const book = createBook(ctx)
  books.set(ctx, book)
  return book
}

function createBook(ctx: Context): UsageBook {
  let notes = new Map<string, UsageNotes>()
  const notesOf = (tenantId: string) => {
    const own = notes.get(tenantId) ?? emptyNotes()
    notes.set(tenantId, own)
    return own
  }
  return {
    note: (request) => noteRequest(notesOf(request.tenantId), request),
    noteRefusal: (refused) => noteRejection(notesOf(refused.tenantId), refused),
    async write() {
      const written = notes
      notes = new Map()
      for (const [tenantId, own] of written) {
        // Counts may be lost, unlike orders: if the database is unavailable, nothing waits for them.
        await ctx.db
          .asTenant(tenantId, (tx) => addUsage(tx, own))
          .catch((error: unknown) => ctx.log.warn({ err: error }, 'the use of the interface could not be counted'))
      }
    },
  }
}

/**
 * Writes the book every few seconds until the returned function is called, which writes it again. That call waits
 * for a write in progress, because the database is closed next.
 * @param everyMs milliseconds between writes
 */
export function keepWriting(book: Pick<UsageBook, 'write'>, everyMs = writeEveryMs): () => Promise<void> {
  let running: Promise<void> | undefined
  const write = async () => {
    if (running) return
    running = book.write()
    await running
    running = undefined
  }
  const timer = setInterval(() => void write(), everyMs)
  // Must not keep the process alive.
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
    await book.write()
  }
}

/** Hourly: removes counts past their retention period. */
export function usageLoop(ctx: Context): Loop {
  return batchLoop(ctx, {
    name: 'usage',
    pollMs: hourMs,
    due: ['old_usage', retentionDays],
    work: async (tx) => (await deleteOldUsage(tx, retentionDays, batch)) >= batch,
  })
}
