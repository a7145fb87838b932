import { readUploads } from '@cartage/contract/app/order-entry'
import { importOrders, mostImportRows, type RowFault } from '@cartage/contract/app/order-import'
import { sheetOrders } from '@cartage/contract/app/sheet-orders'
import { CallError } from '@cartage/contract/client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../shell/call.ts'
import { isPassing } from '../../shell/failure.ts'
import type { CheckedRow } from './checked-rows.ts'
import type { SheetRow } from './read-sheet.ts'

/** What has become of one line. */
export interface RowResult {
  row: SheetRow
  state: 'WAITING' | 'SENT' | 'DONE' | 'REFUSED'
  uploadId?: string
  orderId?: string
  faults: readonly RowFault[]
}

/** Milliseconds between two looks at uploads that are being applied. */
const pauseMs = 400
const mostLooked = 200
/** A request that did not get through is sent again: the server knows the lines by the key of the import. */
const mostTries = 5

/** Sends the lines of a sheet in parts and follows each until it is an order or refused. */
export function useImportRun() {
  const queryClient = useQueryClient()
  const [results, setResults] = useState<readonly RowResult[]>()
  const [error, setError] = useState<unknown>()
  const isRunning = useRef(false)

  async function start(checked: readonly CheckedRow[]) {
    if (isRunning.current) return
    isRunning.current = true
    setError(undefined)
    // Lines that cannot be read are known to be bad already: they are told and not sent.
    const all = checked.map(
      ({ row, faults }): RowResult => ({ row, faults, state: faults.length > 0 ? 'REFUSED' : 'WAITING' }),
    )
    const show = () => setResults([...all])
    show()
    try {
      await sendAll(all, show)
      await followAll(all, show)
    } catch (reason) {
      setError(reason)
    }
    isRunning.current = false
    void queryClient.invalidateQueries({ queryKey: ['orders'] })
  }

  return {
    results,
    error,
    start,
    clear() {
      setResults(undefined)
      setError(undefined)
    },
  }
}

async function sendAll(all: RowResult[], show: () => void): Promise<void> {
  const import_key = crypto.randomUUID()
  const waiting = all.filter(({ state }) => state === 'WAITING')
  for (const part of partsOf(waiting)) {
    const body = { import_key, rows: part.map(({ row }) => row) }
    const { items } = await insist(() => call(importOrders, { body }))
    items.forEach(({ upload_id, errors }, index) => {
      const result = part[index]!
      result.state = upload_id === null ? 'REFUSED' : 'SENT'
      if (upload_id !== null) result.uploadId = upload_id
      result.faults = errors
    })
    show()
  }
}

/** Parts to be sent: an order is never torn. */
function partsOf(waiting: readonly RowResult[]): RowResult[][] {
  const byLine = new Map(waiting.map((result) => [result.row.line, result]))
  const parts: RowResult[][] = [[]]
  for (const lines of sheetOrders(waiting.map(({ row }) => row))) {
    const part = parts.at(-1)!
    const order = lines.map(({ line }) => byLine.get(line)!)
    if (part.length > 0 && part.length + order.length > mostImportRows) parts.push(order)
    else part.push(...order)
  }
  return parts.filter((part) => part.length > 0)
}

async function followAll(all: RowResult[], show: () => void): Promise<void> {
  for (;;) {
    const open = Map.groupBy(
      all.filter(({ state }) => state === 'SENT'),
      ({ uploadId }) => uploadId!,
    )
    if (open.size === 0) return
    const upload_ids = [...open.keys()].slice(0, mostLooked)
    const { items } = await insist(() => call(readUploads, { body: { upload_ids } }))
    for (const { upload_id, upload_status, order_id, errors } of items) {
      if (upload_status === 'IN_PROGRESS') continue
      for (const result of open.get(upload_id) ?? []) {
        result.state = upload_status === 'COMPLETED' ? 'DONE' : 'REFUSED'
        if (order_id) result.orderId = order_id
        result.faults = (errors ?? []).map(({ path, message }) => ({ column: path, message }))
      }
    }
    show()
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** How long the server asks to be left alone after too many requests. */
function secondsToWait(error: unknown): number | undefined {
  if (!(error instanceof CallError) || error.status !== 429) return undefined
  return Math.max(1, Number(error.headers.get('retry-after')) || 1)
}

async function insist<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask()
    } catch (error) {
      const seconds = secondsToWait(error)
      if (tries >= mostTries || (seconds === undefined && !isPassing(error))) throw error
      await new Promise((resolve) => setTimeout(resolve, seconds ? seconds * 1_000 : pauseMs * 2 ** tries))
    }
  }
}
