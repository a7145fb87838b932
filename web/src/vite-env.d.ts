/// <reference types="vite/client" />

declare module '*.po' {
  interface Texts {
    messages: Record<string, string>
  }
  export const messages: Texts['messages']
  /** What each page has besides; only in what is built (`texts-of-pages.ts`). */
  export const pages: Readonly<Record<string, () => Promise<Texts>>> | undefined
}
