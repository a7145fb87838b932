import { type CellObject, utils, write } from '@e965/xlsx'

/** A file with one sheet, as saved by a spreadsheet program. */
export function workbookOf(rows: readonly (readonly (string | number | CellObject)[])[]): File {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), 'A')
  return new File([write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer], 'prices.xlsx')
}
