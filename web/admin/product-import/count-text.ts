/** A number of things: `1 product`, `1,200 products`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`;
}
