import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { refresh } from '../../api/refresh.ts'
import { keep, readStored } from '../../device/storage.ts'
import { sessionQuery } from '../../session/queries.ts'
import { importServer } from './queries.ts'
import { goOn, type ImportJob, type ImportRun, NotOurs, newRun } from './run.ts'

/*
 * The import running in this tab. It belongs to the tab, not to the page: it continues while the user visits other
 * pages.
 */
let current: { run: ImportRun; owner: string } | undefined
const listeners = new Set<() => void>()

function put(next: typeof current): void {
  current = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** An import interrupted by a reload or by closing the browser. */
export interface CutImport {
  name: string
  lines: number
}

/** Starts, follows and resumes the import of this tab. */
export function useImportRun() {
  const queryClient = useQueryClient()
  const ownerNow = () => {
    const session = queryClient.getQueryData(sessionQuery.queryKey)
    return session ? `${session.tenant.tenant_id}.${session.user.user_id}` : ''
  }
  const owner = ownerNow()
  const own = useSyncExternalStore(subscribe, () => (current?.owner === owner ? current.run : undefined))
  useLeavingGuard(own?.isRunning === true)

  async function run(from: ImportRun) {
    if (current?.run.isRunning && current.owner === owner) return
    keep(`${owner}.import`, { name: from.job.name, lines: from.results.length } satisfies CutImport)
    await goOn(from, {
      server: importServer(),
      isOurs: () => ownerNow() === owner,
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      show: (shown) => {
        // The user now signed in may already have an import.
        if (current !== undefined && current.owner !== owner) return
        put(shown.error instanceof NotOurs ? undefined : { run: shown, owner })
      },
    })
    const isDone = current?.owner === owner && current.run.results.every(isEnded)
    if (isDone) keep(`${owner}.import`, undefined)
    void refresh(queryClient, 'order')
  }

  return {
    /** Tenant and user, by which this device stores how they import. */
    owner,
    run: own,
    /** The interrupted import, if the user has none running. */
    cut: own === undefined ? readStored<CutImport>(`${owner}.import`) : undefined,
    start: (job: ImportJob) => run(newRun(job)),
    goOn: () => own && run(own),
    /** Imports the same sheet as new orders despite the earlier import. */
    again: () => own && run(newRun({ ...own.job, again: own.job.again + 1 })),
    clear() {
      keep(`${owner}.import`, undefined)
      put(undefined)
    },
  }
}

function isEnded({ state }: ImportRun['results'][number]): boolean {
  return state === 'DONE' || state === 'REFUSED'
}

/** Asks before the tab is closed or reloaded while lines are being sent. */
function useLeavingGuard(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isOn])
}
