import { useState } from 'react'
import { type Book, headingOf, type Sheet } from './sheet.ts'

/** A file with the chosen sheet and its first row. */
export interface ChosenSheet {
  book: Book
  /** Index of the sheet in the book. */
  at: number
  /** Index of the first line used, which has the titles. */
  first: number
}

/** The likeliest sheet of a file, from its titles on. */
export function chosenOf(book: Book, at: number, known?: (cells: readonly string[]) => number): ChosenSheet {
  return { book, at, first: headingOf(book[at]?.lines ?? [], known) }
}

/** The lines used. */
export function linesOf({ book, at, first }: ChosenSheet): Sheet {
  return (book[at]?.lines ?? []).slice(first)
}

/** The file chosen for a page that uses its rows. `known` counts the cells that are titles. */
export function useBook(onSheet: (sheet: Sheet) => void, known?: (cells: readonly string[]) => number) {
  const [chosen, setChosen] = useState<ChosenSheet>()
  function choose(next: ChosenSheet) {
    setChosen(next)
    onSheet(linesOf(next))
  }
  return { chosen, choose, load: (book: Book) => choose(chosenOf(book, 0, known)), clear: () => setChosen(undefined) }
}
