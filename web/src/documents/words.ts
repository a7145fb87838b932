import type { CodeWords } from '../records/code-words.ts'
import { companyDocumentWords } from './company.words.ts'
import { orderDocumentWords } from './order.words.ts'
import { resourceDocumentWords } from './resource.words.ts'

/** Kinds of documents of everything, in words. */
export const documentWords: CodeWords = { ...resourceDocumentWords, ...companyDocumentWords, ...orderDocumentWords }
