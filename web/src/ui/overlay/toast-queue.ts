/** A notification in the corner of the screen. */
export interface ToastFacts {
  id: string
  title: string
  /** Why something was not done, and the id to quote; what was done has neither. */
  failure?: { message: string; requestId?: string | undefined }
  /** The way back. */
  undo?: { word: string; run: () => void }
}

/** Where notifications are shown. */
export interface ToastCorner {
  show: (toast: ToastFacts) => void
  hide: (id: string) => void
}

/** Keeps notifications until the corner of the screen is there to show them. */
export class ToastQueue {
  #waiting: ToastFacts[] = []
  #corner: ToastCorner | undefined
  #count = 0
  readonly #listeners = new Set<() => void>()

  /** Shows it, now or as soon as it can be shown; returns its id. */
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

  /** The corner is there and shows what waits; returns what says that it is gone. */
  open(corner: ToastCorner): () => void {
    this.#corner = corner
    for (const toast of this.#waiting) corner.show(toast)
    this.#setWaiting([])
    return () => {
      this.#corner = undefined
    }
  }

  /** How many wait. */
  get length(): number {
    return this.#waiting.length
  }

  /** Calls a listener when more or fewer wait; returns what ends it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #setWaiting(toasts: ToastFacts[]): void {
    this.#waiting = toasts
    for (const listener of this.#listeners) listener()
  }
}
