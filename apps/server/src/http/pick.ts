/** The selected fields of a row; all of them when nothing is selected. */
export function pick<T extends object>(row: T, select: readonly string[] | undefined): Partial<T> {
  if (select === undefined) return row;
  return Object.fromEntries(
    Object.entries(row).filter(([field]) => select.includes(field)),
  ) as Partial<T>;
}
