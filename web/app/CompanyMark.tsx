// The company's logo; without one, its mark.
import { BrandMark } from '../ui/BrandMark.tsx';
import classes from './CompanyMark.module.css';
import { useMe } from './session.ts';

export function CompanyMark() {
  const { profile, company } = useMe();
  return profile.logo ? <img src={profile.logo} alt="" className={classes.logo} /> : <BrandMark company={company} />;
}
