import { notFound } from '#web/base/page-context.ts';
import { NotFound } from './error-pages.tsx';

export function loader() {
  throw notFound();
}

export default NotFound;
