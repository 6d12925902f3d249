import { notFound } from '#web/base/page-context.ts';
import { NotFound } from '#web/ui/page-frame.tsx';

export function loader() {
  throw notFound();
}

export default NotFound;
