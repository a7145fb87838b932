import type { DriverDay, DriverOwnHours } from '@cartage/contract/doors/app/driver'
import type { QueuedAct } from './acts.ts'
import type { SeenPlan } from './changes.ts'
import type { KeptFix, KeptSharing } from './kept-position.ts'
import type { ActStore } from './sender.ts'

/** Values stored on the phone in addition to acts. */
export interface KeptValues {
  /** Token of the link. */
  token: string
  /** Driver of the link; undefined until its day was loaded. */
  driver: { id: string; name: string } | undefined
  /** Id of the driver whose day was loaded last, possibly under an earlier link. */
  last_driver: string
  day: DriverDay | undefined
  language: string
  /** Plan state last seen by the driver. */
  seen: SeenPlan
  /** Ids of refused acts that the driver dismissed. */
  hidden: readonly string[]
  /** The haulier's logo as a `data:…` URL, with its id. */
  logo: { id: string; image: string | null } | undefined
  /** Driving and rest times as last loaded. */
  hours: DriverOwnHours | undefined
  /** Milliseconds that the server's clock is ahead of the phone. */
  clock: number
  /** The driver's choice on position sharing; undefined: none yet. */
  sharing: KeptSharing | undefined
  /** Positions not sent yet. */
  fixes: readonly KeptFix[]
}

/** All data stored on the phone; survives closing the tab and the browser. */
export interface Phone extends ActStore {
  /** Writes a new act and its file in one transaction: both are stored or neither. */
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
      // Strict durability: confirmed only once on disk, because a phone may lose power right after.
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
