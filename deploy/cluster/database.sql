-- /etc/patroni/database.sql of a database machine; Patroni runs it once, at the first start of the cluster.
create role shop_owner login password '${OWNER_PASSWORD}';
create role shop login password '${SHOP_PASSWORD}';
create database shop owner shop_owner template template0 encoding 'UTF8' locale 'C.UTF-8';
