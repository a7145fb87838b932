import { useState } from 'react'
import { type Book, headingOf, type Sheet } from './sheet.ts'

/** A file with the sheet and the first row of it that are taken. */
export interface ChosenSheet {
  book: Book
  /** Place of the sheet in the book. */
  at: number
  /** Place of the first line that is taken, which has the titles. */
  first: number
}

/** The sheet of a file that is meant, from its titles on. */
export function chosenOf(book: Book, at: number, known?: (cells: readonly string[]) => number): ChosenSheet {
  return { book, at, first: headingOf(book[at]?.lines ?? [], known) }
}

/** The lines that are taken. */
export function linesOf({ book, at, first }: ChosenSheet): Sheet {
  return (book[at]?.lines ?? []).slice(first)
}

/** The file that was chosen, for a page that takes its rows. `known` counts the cells that are titles. */
export function useBook(onSheet: (sheet: Sheet) => void, known?: (cells: readonly string[]) => number) {
  const [chosen, setChosen] = useState<ChosenSheet>()
  function choose(next: ChosenSheet) {
    setChosen(next)
    onSheet(linesOf(next))
  }
  return { chosen, choose, load: (book: Book) => choose(chosenOf(book, 0, known)), clear: () => setChosen(undefined) }
}
