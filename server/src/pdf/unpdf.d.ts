/** The members of unpdf in use: its own types include all of PDF.js. */
declare module 'unpdf' {
  export function getDocumentProxy(
    data: Uint8Array,
    options: { readonly verbosity: 0 },
  ): Promise<{
    getAttachments(): Promise<ReadonlyMap<string, { readonly filename: string }> | null>
    getAttachmentContent(id: string): Promise<Uint8Array | null>
  }>
}
