/** A notification in the corner of the screen. */
export interface ToastFacts {
  id: string
  title: string
  /** Reason of a failure, and the request id to quote. Absent on success. */
  failure?: { message: string; requestId?: string | undefined }
  /** Undo button. */
  undo?: { word: string; run: () => void }
}

/** Displays notifications. */
export interface ToastCorner {
  show: (toast: ToastFacts) => void
  hide: (id: string) => void
}

/** Queues notifications until the corner of the screen is mounted. */
export class ToastQueue {
  #waiting: ToastFacts[] = []
  #corner: ToastCorner | undefined
  #count = 0
  readonly #listeners = new Set<() => void>()

  /** Shows a notification, or queues it. Returns its id. */
  show(toast: Omit<ToastFacts, 'id'>): string {
    this.#count += 1
    const shown = { ...toast, id: `toast ${this.#count}` }
    if (this.#corner) this.#corner.show(shown)
    else this.#setWaiting([...this.#waiting, shown])
    return shown.id
  }

  hide(id: string): void {
    this.#corner?.hide(id)
    this.#setWaiting(this.#waiting.filter((toast) => toast.id !== id))
  }

  /** Mounts the corner, which shows the queue. Returns a function to unmount it. */
  open(corner: ToastCorner): () => void {
    this.#corner = corner
    for (const toast of this.#waiting) corner.show(toast)
    this.#setWaiting([])
    return () => {
      this.#corner = undefined
    }
  }

  /** Number of queued notifications. */
  get length(): number {
    return this.#waiting.length
  }

  /** Calls a listener when the queue length changes. Returns a function that ends it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #setWaiting(toasts: ToastFacts[]): void {
    this.#waiting = toasts
    for (const listener of this.#listeners) listener()
  }
}
