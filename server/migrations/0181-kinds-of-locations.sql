-- What a location sells, since rules differ between goods, services, meals, rooms and cars. Null until someone says so.
alter table business_locations
  add column kind text check (kind in ('goods', 'service', 'meals', 'lodging', 'car-rental'));
