import type { DriverDay, DriverOwnHours } from '@cartage/contract/doors/app/driver'
import type { QueuedAct } from './acts.ts'
import type { SeenPlan } from './changes.ts'
import type { KeptFix, KeptSharing } from './own-position.ts'
import type { ActStore } from './sender.ts'

/** What the phone keeps next to acts. */
export interface KeptValues {
  /** Token of the link. */
  token: string
  /** Whose link it is; undefined until its day was read. */
  driver: { id: string; name: string } | undefined
  /** Id of the driver whose day was read last, also under a link before. */
  last_driver: string
  day: DriverDay | undefined
  language: string
  /** What the driver has seen of the plan. */
  seen: SeenPlan
  /** Ids of refused acts that the driver removed. */
  hidden: readonly string[]
  /** The logo of the haulier as an address of the form `data:…`, and which one it is. */
  logo: { id: string; image: string | null } | undefined
  /** Driving and rest time, as the server said it last. */
  hours: DriverOwnHours | undefined
  /** Milliseconds that the clock of the server is ahead of the phone. */
  clock: number
  /** What the driver decided on the own position; undefined: nothing yet. */
  sharing: KeptSharing | undefined
  /** Where the phone was, not sent yet. */
  fixes: readonly KeptFix[]
}

/** All that the phone keeps, through the end of the tab and of the browser. */
export interface Phone extends ActStore {
  /** Writes a new act and its file in one transaction: both are kept or neither. */
  add(queued: QueuedAct, file: Blob | undefined): Promise<void>
  remove(actIds: readonly string[]): Promise<void>
  read<Name extends keyof KeptValues>(name: Name): Promise<KeptValues[Name] | undefined>
  write<Name extends keyof KeptValues>(name: Name, value: KeptValues[Name]): Promise<void>
}

const stores = ['acts', 'files', 'values'] as const
type StoreName = (typeof stores)[number]

/** Opens the database of this phone. */
export async function openPhone(name = 'cartage-driver'): Promise<Phone> {
  const database = await opened(name)

  function change(
    names: readonly StoreName[],
    work: (store: (name: StoreName) => IDBObjectStore) => void,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      // Strict: confirmed only when it is on the disk, because a phone may lose power right after.
      const transaction = database.transaction([...names], 'readwrite', { durability: 'strict' })
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
      work((store) => transaction.objectStore(store))
    })
  }

  function read<T>(from: StoreName, ask: (store: IDBObjectStore) => IDBRequest): Promise<T> {
    return new Promise((resolve, reject) => {
      const request = ask(database.transaction(from).objectStore(from))
      request.onsuccess = () => resolve(request.result as T)
      request.onerror = () => reject(request.error)
    })
  }

  return {
    queue: () => read<QueuedAct[]>('acts', (acts) => acts.getAll()),
    file: (actId) => read<Blob | undefined>('files', (files) => files.get(actId)),
    read: (name) => read('values', (values) => values.get(name)),
    write: (name, value) => change(['values'], (store) => store('values').put(value, name)),
    add: (queued, file) =>
      change(['acts', 'files'], (store) => {
        store('acts').put(queued, queued.act.act_id)
        if (file) store('files').put(file, queued.act.act_id)
      }),
    save: (changed, droppedFiles) =>
      change(['acts', 'files'], (store) => {
        for (const queued of changed) store('acts').put(queued, queued.act.act_id)
        for (const id of droppedFiles) store('files').delete(id)
      }),
    remove: (actIds) =>
      change(['acts', 'files'], (store) => {
        for (const id of actIds) {
          store('acts').delete(id)
          store('files').delete(id)
        }
      }),
  }
}

function opened(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
