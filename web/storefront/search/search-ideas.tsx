import { Link } from 'react-router';
import { searchPath } from './search-text.ts';

/** The same examples as the search bar types out (specification section 2). */
const ideas = ['milk', 'bread', 'sugar', 'panner', 'chocolate', 'curd', 'rice', 'egg', 'chips'];

/** The search page before anything was typed. */
export function SearchIdeas() {
  return (
    <section className="search growing-list is-quiet" aria-labelledby="search-heading">
      <h1 id="search-heading">What are you looking for?</h1>
      <p>Type a name above, or start with one of these.</p>
      <IdeaLinks />
    </section>
  );
}

/** The search page when nothing fits. */
export function NothingFound({ text }: { text: string }) {
  return (
    <section className="search growing-list is-quiet" aria-labelledby="search-heading">
      <h1 id="search-heading">
        <span role="status">No Data found</span>
      </h1>
      <p>Nothing here is called “{text}”. Try a shorter word, or one of these.</p>
      <IdeaLinks />
    </section>
  );
}

function IdeaLinks() {
  return (
    <ul className="ideas">
      {ideas.map((idea) => (
        <li key={idea}>
          <Link to={searchPath(idea)}>{idea}</Link>
        </li>
      ))}
    </ul>
  );
}
