import { pageNumberOf } from '../page-parameter.ts';

/** By what the table can be sorted. */
export type SortColumn = 'name' | 'category';

/** What is looked at of the table; it stands in the address, for the way back and for links. */
export interface TableView {
  /** Words that a name contains. */
  text: string;
  /** The id of a category; empty for all. */
  category: string;
  sort: { id: SortColumn; desc: boolean };
  page: number;
}

const standardSort: TableView['sort'] = { id: 'name', desc: false };

/** What an address shows; nonsense in it shows what one sees without it. */
export function viewOf(parameters: URLSearchParams): TableView {
  return {
    text: parameters.get('q') ?? '',
    category: parameters.get('category') ?? '',
    sort: sortOf(parameters.get('sort') ?? ''),
    page: pageNumberOf(parameters),
  };
}

/** The shortest address that shows this. */
export function parametersOf({ text, category, sort, page }: TableView): URLSearchParams {
  const parameters = new URLSearchParams();
  if (text !== '') parameters.set('q', text);
  if (category !== '') parameters.set('category', category);
  const isStandard = sort.id === standardSort.id && sort.desc === standardSort.desc;
  if (!isStandard) parameters.set('sort', `${sort.desc ? '-' : ''}${sort.id}`);
  if (page > 1) parameters.set('page', String(page));
  return parameters;
}

function sortOf(text: string): TableView['sort'] {
  const desc = text.startsWith('-');
  const id = desc ? text.slice(1) : text;
  return id === 'name' || id === 'category' ? { id, desc } : standardSort;
}
