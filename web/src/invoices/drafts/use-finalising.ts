import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { refresh } from '../../api/refresh.ts'
import { finaliseDrafts } from '../queries.ts'

/** Drafts per request: few enough for visible progress, enough to assign their numbers together. */
const atOnce = 10

/** Result for one draft. */
export interface Result {
  /** Why it is not finalised, and what to do next; null on success. */
  message: string | null
}

/** Finalises drafts in batches; when stopped, the running batch is completed. */
export function useFinalising(ids: readonly string[]) {
  const queryClient = useQueryClient()
  const isStopped = useRef(false)
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map())
  const [isBusy, setIsBusy] = useState(false)
  const [isStarted, setIsStarted] = useState(false)

  async function start(how: { date?: string; accepts_old_rate: boolean }) {
    isStopped.current = false
    setIsStarted(true)
    setIsBusy(true)
    for (let at = 0; at < ids.length && !isStopped.current; at += atOnce) {
      const found = await finalisePiece(ids.slice(at, at + atOnce), how)
      setResults((before) => new Map([...before, ...found]))
    }
    setIsBusy(false)
    void refresh(queryClient, 'invoice')
  }

  function stop() {
    isStopped.current = true
  }
  return { start, stop, results, isBusy, isStarted }
}

async function finalisePiece(
  ids: readonly string[],
  how: { date?: string; accepts_old_rate: boolean },
): Promise<[string, Result][]> {
  try {
    const { items } = await finaliseDrafts(ids, how)
    return items.map(({ id, is_done, message }) => [id, { message: is_done ? null : (message ?? '') }])
  } catch (error) {
    const { message } = failureOf(error)
    return ids.map((id) => [id, { message }])
  }
}
