/// <reference types="vite/client" />

declare module '*.po' {
  interface Texts {
    messages: Record<string, string>
  }
  export const messages: Texts['messages']
  /** Additional texts of each page, only in builds (`texts-of-pages.ts`). */
  export const pages: Readonly<Record<string, () => Promise<Texts>>> | undefined
}
