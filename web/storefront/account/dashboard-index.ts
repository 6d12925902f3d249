import { redirect } from 'react-router';

/** `/dashboard/` itself shows nothing: the profile is its first page. */
export function loader() {
  return redirect('/dashboard/profile');
}
